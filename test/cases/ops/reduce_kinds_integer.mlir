// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_kinds_integer
// KIND: all integer kinds, signed and unsigned
// WHY: add and mul of i8 accumulate in i32; the others stay as wide as they
//   are.
// CALL: @test
// IN 0: tensor<2x3xi8> = [[-1, 5, -128], [127, 0, 3]]
// OUT 0: tensor<2xi8> = [5, 127] TOL exact
// OUT 1: tensor<2xi8> = [-1, 127] TOL exact
// OUT 2: tensor<2xi8> = [-128, 0] TOL exact
// OUT 3: tensor<2xi8> = [5, 0] TOL exact
// OUT 4: tensor<2xi8> = [0, 0] TOL exact
// OUT 5: tensor<2xi8> = [-1, 127] TOL exact
// OUT 6: tensor<2xi8> = [122, 124] TOL exact
// OUT 7: tensor<2xi32> = [-124, 130] TOL exact
// OUT 8: tensor<2xi32> = [163200, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x3xi8>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi32>, tensor<2xi32>) {
  %0 = dlopt.reduce max %x dims [1] : tensor<2x3xi8> -> tensor<2xi8>
  %1 = dlopt.reduce max %x dims [1] unsigned : tensor<2x3xi8> -> tensor<2xi8>
  %2 = dlopt.reduce min %x dims [1] : tensor<2x3xi8> -> tensor<2xi8>
  %3 = dlopt.reduce min %x dims [1] unsigned : tensor<2x3xi8> -> tensor<2xi8>
  %4 = dlopt.reduce and %x dims [1] : tensor<2x3xi8> -> tensor<2xi8>
  %5 = dlopt.reduce or %x dims [1] : tensor<2x3xi8> -> tensor<2xi8>
  %6 = dlopt.reduce xor %x dims [1] : tensor<2x3xi8> -> tensor<2xi8>
  %7 = dlopt.reduce add %x dims [1] : tensor<2x3xi8> -> tensor<2xi32>
  %8 = dlopt.reduce mul %x dims [1] unsigned : tensor<2x3xi8> -> tensor<2xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi32>, tensor<2xi32>
}
