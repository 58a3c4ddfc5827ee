// RUN: dlopt-run --check %s --target cpu
// CASE: ops/pool_kinds_integer
// KIND: all integer kinds, signed and unsigned, with padding
// WHY: Each kind has its neutral element; -1 is the greatest when unsigned.
// CALL: @test
// IN 0: tensor<6xi8> = [-1, 5, -128, 127, 0, 3]
// OUT 0: tensor<6xi8> = [-1, 5, 5, 127, 127, 3] TOL exact
// OUT 1: tensor<6xi8> = [-1, -1, -128, -128, 127, 3] TOL exact
// OUT 2: tensor<6xi8> = [-1, -1, -128, -128, 0, 0] TOL exact
// OUT 3: tensor<6xi8> = [-1, 5, 5, 127, 0, 0] TOL exact
// OUT 4: tensor<6xi8> = [-1, 5, 0, 0, 0, 0] TOL exact
// OUT 5: tensor<6xi8> = [-1, -1, -123, -1, 127, 3] TOL exact
// OUT 6: tensor<6xi8> = [-1, -6, -123, -1, 127, 3] TOL exact
// OUT 7: tensor<6xi32> = [-1, 4, -123, -1, 127, 3] TOL exact
// OUT 8: tensor<6xi32> = [255, 1275, 640, 16256, 0, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<6xi8>) -> (tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi32>, tensor<6xi32>) {
  %0 = dlopt.pool max %x dims [0] window [2] pad_low [1] : tensor<6xi8> -> tensor<6xi8>
  %1 = dlopt.pool max %x dims [0] window [2] pad_low [1] unsigned : tensor<6xi8> -> tensor<6xi8>
  %2 = dlopt.pool min %x dims [0] window [2] pad_low [1] : tensor<6xi8> -> tensor<6xi8>
  %3 = dlopt.pool min %x dims [0] window [2] pad_low [1] unsigned : tensor<6xi8> -> tensor<6xi8>
  %4 = dlopt.pool and %x dims [0] window [2] pad_low [1] : tensor<6xi8> -> tensor<6xi8>
  %5 = dlopt.pool or %x dims [0] window [2] pad_low [1] : tensor<6xi8> -> tensor<6xi8>
  %6 = dlopt.pool xor %x dims [0] window [2] pad_low [1] : tensor<6xi8> -> tensor<6xi8>
  %7 = dlopt.pool add %x dims [0] window [2] pad_low [1] : tensor<6xi8> -> tensor<6xi32>
  %8 = dlopt.pool mul %x dims [0] window [2] pad_low [1] unsigned : tensor<6xi8> -> tensor<6xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi32>, tensor<6xi32>
}
