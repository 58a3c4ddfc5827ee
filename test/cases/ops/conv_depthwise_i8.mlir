// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_depthwise_i8
// KIND: depthwise in i8 with a stride, summed in i32
// WHY: Without a letter for input channels nothing but the window is summed.
// CALL: @test
// IN 0: tensor<1x4x5x3xi8> = [[[[5, 0, 0], [1, -1, -1], [0, 2, 1], [2, -1, -2], [4, -1, 1]], [[1, 3, -3], [-1, -1, -1], [-5, 0, -6], [1, 1, 1], [-2, 2, -2]], [[-2, -2, -2], [0, 2, -4], [-1, 2, 0], [1, -3, 2], [-3, 0, 3]], [[4, 1, 2], [-1, -1, 2], [0, 0, -3], [0, 1, -2], [-1, 3, 0]]]]
// IN 1: tensor<2x3x3xi8> = [[[-1, -2, -1], [0, 3, -1], [4, -2, -1]], [[2, 0, -2], [0, 1, -3], [0, 0, -1]]]
// OUT 0: tensor<1x3x2x3xi32> = [[[[-3, -8, 15], [6, -4, 11]], [[-25, -7, 26], [-5, -4, -2]], [[6, 5, -1], [-11, -12, 7]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x4x5x3xi8>, %w: tensor<2x3x3xi8>) -> tensor<1x3x2x3xi32> {
  %0 = dlopt.conv %x, %w layouts ["nhwg", "hwg", "nhwg"] strides [1, 2]
      : tensor<1x4x5x3xi8>, tensor<2x3x3xi8> -> tensor<1x3x2x3xi32>
  return %0 : tensor<1x3x2x3xi32>
}
