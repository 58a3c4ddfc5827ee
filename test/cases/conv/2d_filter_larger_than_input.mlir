// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/2d_filter_larger_than_input
// KIND: conv_2d_nhwc_hwcf: input tensor<1x2x3x2xf32>, filter
//   tensor<5x5x2x3xf32>, stride [1, 1], dilation [1, 1], padding [2, 2] and
//   [2, 2]
// WHY: Most of each window lies in the padding.
// CALL: @test
// IN 0: tensor<1x2x3x2xf32> = [[[[-2.0, -3.0], [0.0, -2.0], [2.0, 1.0]], [[-2.0, -1.0], [-3.0, 2.0], [1.0, -3.0]]]]
// IN 1: tensor<5x5x2x3xf32> = [[[[0.0, 0.0, 3.0], [2.0, -2.0, -1.0]], [[0.0, 0.0, 1.0], [-3.0, 3.0, -2.0]], [[1.0, 2.0, 2.0], [-2.0, -1.0, 0.0]], [[3.0, -1.0, -3.0], [2.0, -3.0, 1.0]], [[2.0, -1.0, -2.0], [0.0, 3.0, 1.0]]], [[[0.0, -2.0, 3.0], [-3.0, -1.0, 3.0]], [[-1.0, -3.0, 1.0], [3.0, 0.0, 2.0]], [[-2.0, 2.0, 3.0], [-3.0, -3.0, 3.0]], [[0.0, 0.0, -2.0], [0.0, -3.0, -2.0]], [[3.0, -2.0, -3.0], [1.0, -3.0, 1.0]]], [[[-2.0, 0.0, 1.0], [2.0, 0.0, 2.0]], [[0.0, 1.0, 2.0], [0.0, 2.0, 0.0]], [[1.0, -3.0, -1.0], [3.0, 3.0, 2.0]], [[0.0, -1.0, 1.0], [-1.0, -1.0, 0.0]], [[1.0, 0.0, -2.0], [3.0, 1.0, 0.0]]], [[[2.0, -2.0, 1.0], [2.0, -2.0, 2.0]], [[0.0, 2.0, 0.0], [-3.0, 0.0, -1.0]], [[-2.0, 2.0, 3.0], [1.0, 3.0, -1.0]], [[0.0, 0.0, -1.0], [3.0, 1.0, 2.0]], [[-1.0, -3.0, -3.0], [2.0, 1.0, -3.0]]], [[[0.0, 2.0, -2.0], [3.0, -3.0, 3.0]], [[-2.0, 1.0, -2.0], [1.0, 3.0, 2.0]], [[-1.0, -2.0, 0.0], [0.0, 1.0, -1.0]], [[1.0, -3.0, -3.0], [1.0, 1.0, 1.0]], [[0.0, 0.0, 3.0], [3.0, -2.0, 1.0]]]]
// OUT 0: tensor<1x2x3x3xf32> = [[[[-2.0, -11.0, 0.0], [-5.0, -24.0, -23.0], [-14.0, -14.0, -8.0]], [[5.0, 5.0, -21.0], [5.0, 22.0, -16.0], [-10.0, -3.0, -27.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x2x3x2xf32>, %w: tensor<5x5x2x3xf32>) -> tensor<1x2x3x3xf32> {
  %pv = arith.constant 0.0 : f32
  %xp = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%q0: index, %q1: index, %q2: index, %q3: index):
    tensor.yield %pv : f32
  } : tensor<1x2x3x2xf32> to tensor<1x6x7x2xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x3x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%xp, %w : tensor<1x6x7x2xf32>, tensor<5x5x2x3xf32>) outs(%i : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %r : tensor<1x2x3x3xf32>
}
