// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i8_init_wraps
// KIND: int8 matmul added to a given i32 tensor
// WHY: The accumulator starts at the top and the bottom of i32, and the sum
//   wraps.
// CALL: @test
// IN 0: tensor<4x6xi8> = [[25, 63, -48, -37, -47, 55], [-115, -52, 33, -57, -46, -104], [-19, -36, 48, 125, 32, -83], [108, -3, 4, -94, 12, 1]]
// IN 1: tensor<6x3xi8> = [[-53, 27, 6], [125, 113, 2], [-125, 67, -52], [48, -106, -79], [52, 5, 13], [89, 34, 75]]
// IN 2: tensor<4x3xi32> = cyc(2147483647, 0, -2147483648)
// OUT 0: tensor<4x3xi32> = [[-2147470424, 10135, -2147474439], [2147464733, -4494, 2147477243], [2147474431, -17277, 2147465282], [2147473249, 12903, -2147475557]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<4x6xi8>, %y: tensor<6x3xi8>, %c: tensor<4x3xi32>) -> tensor<4x3xi32> {
  %r = linalg.matmul ins(%x, %y : tensor<4x6xi8>, tensor<6x3xi8>) outs(%c : tensor<4x3xi32>) -> tensor<4x3xi32>
  return %r : tensor<4x3xi32>
}
