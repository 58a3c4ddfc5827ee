// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/depthwise_1d_nwc
// KIND: depthwise_conv_1d_nwc_wc: input tensor<2x11x3xf32>, filter
//   tensor<3x3xf32>, stride [2], dilation [2], padding [0] and [0]
// CALL: @test
// IN 0: tensor<2x11x3xf32> = [[[-2.0, -1.0, -1.0], [-2.0, 3.0, 2.0], [1.0, 0.0, 2.0], [0.0, -1.0, 3.0], [2.0, -1.0, 2.0], [-2.0, -3.0, 2.0], [3.0, 2.0, 3.0], [1.0, 2.0, -3.0], [3.0, 2.0, 1.0], [0.0, 0.0, 2.0], [2.0, -3.0, -3.0]], [[-1.0, 2.0, 1.0], [-3.0, 3.0, -1.0], [2.0, 1.0, -1.0], [2.0, -1.0, -1.0], [-1.0, 0.0, -1.0], [-2.0, -1.0, 3.0], [3.0, -3.0, -1.0], [3.0, -1.0, -3.0], [0.0, 2.0, 1.0], [-3.0, 1.0, 1.0], [-2.0, 3.0, 1.0]]]
// IN 1: tensor<3x3xf32> = [[-2.0, 1.0, -2.0], [1.0, -3.0, -2.0], [-3.0, 0.0, 0.0]]
// OUT 0: tensor<2x4x3xf32> = [[[-1.0, -1.0, -2.0], [-9.0, 3.0, -8.0], [-10.0, -7.0, -10.0], [-9.0, -4.0, -8.0]], [[7.0, -1.0, 0.0], [-14.0, 1.0, 4.0], [5.0, 9.0, 4.0], [0.0, -9.0, 0.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x11x3xf32>, %w: tensor<3x3xf32>) -> tensor<2x4x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %r = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}
      ins(%x, %w : tensor<2x11x3xf32>, tensor<3x3xf32>) outs(%i : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}
