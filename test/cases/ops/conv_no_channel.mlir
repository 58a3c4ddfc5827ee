// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_no_channel
// KIND: zero input channels: every sum is empty
// WHY: An empty sum is +0, also over a window in padding.
// CALL: @test
// IN 0: tensor<1x4x0xf32> = [[[], [], [], []]]
// IN 1: tensor<2x0x3xf32> = [[], []]
// OUT 0: tensor<1x3x3xf32> = [[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x4x0xf32>, %w: tensor<2x0x3xf32>) -> tensor<1x3x3xf32> {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"]
      : tensor<1x4x0xf32>, tensor<2x0x3xf32> -> tensor<1x3x3xf32>
  return %0 : tensor<1x3x3xf32>
}
