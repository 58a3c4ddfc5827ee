// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_fp8
// KIND: f8E4M3FN: sum to f32 and to itself, and the maximum
// WHY: The sum is made in f32 and rounded once.
// CALL: @test
// IN 0: tensor<2x4xf8E4M3FN> = [[0.5, -4.5e+02, 4.5e+02, 3.0], [nan, 1.0, 2.0, 3.0]]
// OUT 0: tensor<2xf32> = [3.5, nan] TOL exact
// OUT 1: tensor<2xf8E4M3FN> = [3.5, nan] TOL exact
// OUT 2: tensor<2xf8E4M3FN> = [4.5e+02, nan] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x4xf8E4M3FN>) -> (tensor<2xf32>, tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>) {
  %0 = dlopt.reduce add %x dims [1] : tensor<2x4xf8E4M3FN> -> tensor<2xf32>
  %1 = dlopt.reduce add %x dims [1] : tensor<2x4xf8E4M3FN> -> tensor<2xf8E4M3FN>
  %2 = dlopt.reduce max %x dims [1] : tensor<2x4xf8E4M3FN> -> tensor<2xf8E4M3FN>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>
}
