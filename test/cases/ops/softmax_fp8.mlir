// RUN: dlopt-run --check %s --target cpu
// CASE: ops/softmax_fp8
// KIND: f8E4M3FN in and out
// WHY: Statistics are f32 whatever comes in.
// CALL: @test
// IN 0: tensor<2x2xf8E4M3FN> = [[-4.5e+02, 4.5e+02], [1.0, nan]]
// OUT 0: tensor<2x2xf8E4M3FN> = [[0.0, 1.0], [nan, nan]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x2xf8E4M3FN>) -> (tensor<2x2xf8E4M3FN>) {
  %0 = dlopt.softmax %x dim 1 : tensor<2x2xf8E4M3FN> -> tensor<2x2xf8E4M3FN>
  return %0 : tensor<2x2xf8E4M3FN>
}
