// RUN: dlopt-run --check %s --target cpu
// CASE: ops/attention_no_keys
// KIND: no keys at all
// WHY: A row of nothing is -inf throughout: NaN, or 0 when asked.
// CALL: @test
// IN 0: tensor<2x3x2xf32> = [[[1.171875, 0.828125], [0.15625, 0.25], [-0.734375, -1.9375]], [[-0.234375, -1.078125], [2.59375, 1.5625], [1.171875, -0.546875]]]
// IN 1: tensor<2x0x2xf32> = [[], []]
// IN 2: tensor<2x0x2xf32> = [[], []]
// OUT 0: tensor<2x3x2xf32> = [[[nan, nan], [nan, nan], [nan, nan]], [[nan, nan], [nan, nan], [nan, nan]]] TOL exact
// OUT 1: tensor<2x3x2xf32> = [[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%q: tensor<2x3x2xf32>, %k: tensor<2x?x2xf32>, %v: tensor<2x?x2xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>) {
  %0 = dlopt.attention %q, %k, %v scale 1.0 : tensor<2x3x2xf32>, tensor<2x?x2xf32>, tensor<2x?x2xf32> -> tensor<2x3x2xf32>
  %1 = dlopt.attention %q, %k, %v scale 1.0 masked_rows zero : tensor<2x3x2xf32>, tensor<2x?x2xf32>, tensor<2x?x2xf32> -> tensor<2x3x2xf32>
  return %0, %1 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
}
