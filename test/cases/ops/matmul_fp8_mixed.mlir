// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_fp8_mixed
// KIND: f8E4M3FN by f8E5M2 into f32
// WHY: The two 8-bit formats meet in f32, where products and sums of this
//   size are exact.
// CALL: @test
// IN 0: tensor<2x5xf8E4M3FN> = [[-2.5, -3.2, -1.5, -0.44, -5.5], [-0.14, -6.5, 5.5, -0.3, -2.5]]
// IN 1: tensor<5x3xf8E5M2> = [[-3.5, -1.5, -0.9], [-4.0, -3.5, -0.8], [-2.0, 4.0, 5.0], [0.06, 2.0, -5.0], [2.5, -0.12, 2.0]]
// OUT 0: tensor<2x3xf32> = [[10.972656, 8.9375, -11.6875], [9.222656, 44.648438, 29.060547]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<2x5xf8E4M3FN>, %b: tensor<5x3xf8E5M2>) -> tensor<2x3xf32> {
  %0 = dlopt.matmul %a, %b : tensor<2x5xf8E4M3FN>, tensor<5x3xf8E5M2> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
