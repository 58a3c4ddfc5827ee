// RUN: dlopt-run --check %s --target cpu
// CASE: ops/attention_large_scores
// KIND: f16 queries and keys whose products leave f16
// WHY: Scores are f32 and the maximum is subtracted; the values are f32
//   beside f16 keys.
// CALL: @test
// IN 0: tensor<1x1x2x2xf16> = [[[[-68.75, -1.5e+02], [-87.5, -37.5]]]]
// IN 1: tensor<1x1x2x2xf16> = [[[[153.1, -337.5], [-272.0, 43.75]]]]
// IN 2: tensor<1x1x2x2xf32> = [[[[-1.046875, 0.34375], [-0.40625, -0.75]]]]
// OUT 0: tensor<1x1x2x2xf32> = [[[[-1.046875, 0.34375], [-0.40625, -0.75]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%q: tensor<1x1x2x2xf16>, %k: tensor<1x1x2x2xf16>, %v: tensor<1x1x2x2xf32>) -> (tensor<1x1x2x2xf32>) {
  %0 = dlopt.attention %q, %k, %v scale 1.0 : tensor<1x1x2x2xf16>, tensor<1x1x2x2xf16>, tensor<1x1x2x2xf32> -> tensor<1x1x2x2xf32>
  return %0 : tensor<1x1x2x2xf32>
}
