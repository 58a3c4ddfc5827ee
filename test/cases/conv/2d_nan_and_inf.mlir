// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/2d_nan_and_inf
// KIND: conv_2d_nhwc_hwcf: input tensor<1x5x5x1xf32>, filter
//   tensor<2x2x1x1xf32>, stride [1, 1], dilation [1, 1], padding [0, 0] and
//   [0, 0]
// WHY: NaN and inf reach the windows that hold them and no other; inf times a
//   filter element of 0 is NaN.
// CALL: @test
// IN 0: tensor<1x5x5x1xf32> = [[[[nan], [0.0], [1.0], [3.0], [-1.0]], [[1.0], [1.0], [3.0], [-2.0], [-1.0]], [[3.0], [-1.0], [-1.0], [1.0], [0.0]], [[-1.0], [2.0], [1.0], [-2.0], [0.0]], [[2.0], [2.0], [-2.0], [0.0], [inf]]]]
// IN 1: tensor<2x2x1x1xf32> = [[[[0.0]], [[1.0]]], [[[1.0]], [[0.0]]]]
// OUT 0: tensor<1x4x4x1xf32> = [[[[nan], [2.0], [6.0], [-3.0]], [[4.0], [2.0], [-3.0], [0.0]], [[-2.0], [1.0], [2.0], [-2.0]], [[4.0], [3.0], [-4.0], [nan]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x5x5x1xf32>, %w: tensor<2x2x1x1xf32>) -> tensor<1x4x4x1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x4x1xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%x, %w : tensor<1x5x5x1xf32>, tensor<2x2x1x1xf32>) outs(%i : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %r : tensor<1x4x4x1xf32>
}
