// RUN: dlopt-run --check %s --target cpu
// CASE: ops/attention_fp8
// KIND: 8-bit queries, keys and values
// WHY: Everything between is f32.
// CALL: @test
// IN 0: tensor<1x1x2x2xf8E4M3FN> = [[[[-1.4, -0.09], [-0.75, -0.6]]]]
// IN 1: tensor<1x1x3x2xf8E5M2> = [[[[-0.6, 0.2], [0.16, -1.8], [-0.16, 0.4]]]]
// IN 2: tensor<1x1x3x2xf8E4M3FN> = [[[[1.0, 0.75], [0.2, -1.1], [-0.75, 0.94]]]]
// OUT 0: tensor<1x1x2x2xf32> = [[[[0.36168703, 0.40134242], [0.26048702, -0.21897471]]]] TOL abs=0.04 rel=0.07
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type. The tolerance allows probabilities rounded to f8, as the definition
//   does.

func.func @test(%q: tensor<1x1x2x2xf8E4M3FN>, %k: tensor<1x1x3x2xf8E5M2>, %v: tensor<1x1x3x2xf8E4M3FN>) -> (tensor<1x1x2x2xf32>) {
  %0 = dlopt.attention %q, %k, %v scale 1.0 : tensor<1x1x2x2xf8E4M3FN>, tensor<1x1x3x2xf8E5M2>, tensor<1x1x3x2xf8E4M3FN> -> tensor<1x1x2x2xf32>
  return %0 : tensor<1x1x2x2xf32>
}
