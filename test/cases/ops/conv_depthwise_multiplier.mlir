// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_depthwise_multiplier
// KIND: depthwise with two outputs a channel
// WHY: Filter and result share an output channel that the input lacks.
// CALL: @test
// IN 0: tensor<1x3x4x2xf32> = [[[[1.0, -1.0], [-1.0, 0.0], [1.0, -0.0], [3.0, -2.0]], [[3.0, -2.0], [-0.0, 1.0], [4.0, 2.0], [-1.0, 3.0]], [[-0.0, -2.0], [1.0, 0.0], [2.0, -1.0], [1.0, 1.0]]]]
// IN 1: tensor<2x2x2x2xf32> = [[[[1.0, -0.0], [-1.0, 2.0]], [[0.0, 1.0], [-1.0, 0.0]]], [[[-2.0, 0.0], [2.0, 0.0]], [[2.0, 1.0], [3.0, -0.0]]]]
// OUT 0: tensor<1x2x3x2x2xf32> = [[[[[-5.0, -1.0], [0.0, -2.0]], [[7.0, 5.0], [8.0, 0.0]], [[-9.0, 2.0], [15.0, 0.0]]], [[[5.0, 1.0], [-3.0, -4.0]], [[2.0, 6.0], [-6.0, 2.0]], [[2.0, 0.0], [-4.0, 4.0]]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x3x4x2xf32>, %w: tensor<2x2x2x2xf32>) -> tensor<1x2x3x2x2xf32> {
  %0 = dlopt.conv %x, %w layouts ["nhwg", "hwgf", "nhwgf"]
      : tensor<1x3x4x2xf32>, tensor<2x2x2x2xf32> -> tensor<1x2x3x2x2xf32>
  return %0 : tensor<1x2x3x2x2xf32>
}
