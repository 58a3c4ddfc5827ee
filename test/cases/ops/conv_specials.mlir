// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_specials
// KIND: infinity and NaN beside zero weights, and in padding
// WHY: Padding is zero times the weight, not left out; a zero weight makes
//   NaN of an infinity.
// CALL: @test
// IN 0: tensor<1x4x1xf32> = [[[1.0], [inf], [nan], [-3.0]]]
// IN 1: tensor<2x1x1xf32> = [[[0.0]], [[1.0]]]
// OUT 0: tensor<1x5x1xf32> = [[[1.0], [inf], [nan], [nan], [0.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x4x1xf32>, %w: tensor<2x1x1xf32>) -> tensor<1x5x1xf32> {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] pad_low [1] pad_high [1]
      : tensor<1x4x1xf32>, tensor<2x1x1xf32> -> tensor<1x5x1xf32>
  return %0 : tensor<1x5x1xf32>
}
