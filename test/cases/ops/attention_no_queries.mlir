// RUN: dlopt-run --check %s --target cpu
// CASE: ops/attention_no_queries
// KIND: no queries, and no heads
// WHY: An empty result, whatever the keys.
// CALL: @test
// IN 0: tensor<2x0x2xf32> = [[], []]
// IN 1: tensor<2x3x2xf32> = [[[2.0625, -1.703125], [-1.203125, -0.78125], [-0.953125, 0.140625]], [[0.203125, 1.90625], [1.0, 1.21875], [0.421875, -0.140625]]]
// IN 2: tensor<0x3x2xf32> = []
// OUT 0: tensor<2x0x2xf32> = [[], []] TOL exact
// OUT 1: tensor<0x3x2xf32> = [] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%q: tensor<2x?x2xf32>, %k: tensor<2x3x2xf32>, %z: tensor<?x3x2xf32>) -> (tensor<2x?x2xf32>, tensor<?x3x2xf32>) {
  %0 = dlopt.attention %q, %k, %k scale 1.0 causal : tensor<2x?x2xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32> -> tensor<2x?x2xf32>
  %1 = dlopt.attention %z, %z, %z scale 1.0 : tensor<?x3x2xf32>, tensor<?x3x2xf32>, tensor<?x3x2xf32> -> tensor<?x3x2xf32>
  return %0, %1 : tensor<2x?x2xf32>, tensor<?x3x2xf32>
}
