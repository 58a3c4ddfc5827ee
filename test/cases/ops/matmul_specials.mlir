// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_specials
// KIND: infinity times zero, NaN, signed zeros
// WHY: A zero in one factor does not hide an infinity in the other; the sum
//   starts from +0.
// CALL: @test
// IN 0: tensor<3x2xf32> = [[inf, 0.0], [-0.0, -0.0], [nan, 1.0]]
// IN 1: tensor<2x2xf32> = [[0.0, 1.0], [1.0, -inf]]
// OUT 0: tensor<3x2xf32> = [[nan, nan], [0.0, nan], [nan, nan]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<3x2xf32>, %b: tensor<2x2xf32>) -> tensor<3x2xf32> {
  %0 = dlopt.matmul %a, %b : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
