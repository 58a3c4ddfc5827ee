// RUN: dlopt-run --check %s --target cpu
// CASE: ops/attention_causal_more_queries
// KIND: causal with four queries on two keys, and with a mask besides
// WHY: The first two queries see no key at all.
// CALL: @test
// IN 0: tensor<1x4x2xf32> = [[[-0.75, -0.3125], [-1.03125, 2.015625], [-0.5625, 0.390625], [0.1875, 0.640625]]]
// IN 1: tensor<1x2x2xf32> = [[[-0.375, -1.296875], [1.640625, -0.078125]]]
// IN 2: tensor<1x2x2xf32> = [[[0.109375, 0.203125], [1.265625, 0.765625]]]
// IN 3: tensor<4x2xi1> = [[1, 1], [1, 1], [1, 0], [0, 1]]
// OUT 0: tensor<1x4x2xf32> = [[[nan, nan], [nan, nan], [0.109375, 0.203125], [0.9893909, 0.63124084]]] TOL abs=1e-5 rel=1e-5
// OUT 1: tensor<1x4x2xf32> = [[[0.0, 0.0], [0.0, 0.0], [0.109375, 0.203125], [1.265625, 0.765625]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%q: tensor<1x4x2xf32>, %k: tensor<1x2x2xf32>, %v: tensor<1x2x2xf32>, %m: tensor<4x2xi1>) -> (tensor<1x4x2xf32>, tensor<1x4x2xf32>) {
  %0 = dlopt.attention %q, %k, %v scale 1.0 causal : tensor<1x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32> -> tensor<1x4x2xf32>
  %1 = dlopt.attention %q, %k, %v mask %m scale 1.0 causal masked_rows zero : tensor<1x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<4x2xi1> -> tensor<1x4x2xf32>
  return %0, %1 : tensor<1x4x2xf32>, tensor<1x4x2xf32>
}
