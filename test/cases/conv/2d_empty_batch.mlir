// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/2d_empty_batch
// KIND: conv_2d_nhwc_hwcf: input tensor<0x5x5x2xf32>, filter
//   tensor<3x3x2x2xf32>, stride [1, 1], dilation [1, 1], padding [0, 0] and
//   [0, 0]
// WHY: No images.
// CALL: @test
// IN 0: tensor<0x5x5x2xf32> = splat(0.0)
// IN 1: tensor<3x3x2x2xf32> = [[[[-2.0, 3.0], [3.0, -2.0]], [[-3.0, 2.0], [3.0, 1.0]], [[1.0, 1.0], [-2.0, 3.0]]], [[[-2.0, -2.0], [-3.0, -1.0]], [[-1.0, 0.0], [3.0, 0.0]], [[3.0, 0.0], [-2.0, -2.0]]], [[[3.0, -2.0], [3.0, 2.0]], [[2.0, -2.0], [-3.0, 2.0]], [[2.0, 3.0], [3.0, -1.0]]]]
// OUT 0: tensor<0x3x3x2xf32> = splat(0.0) TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x5x5x2xf32>, %w: tensor<3x3x2x2xf32>) -> tensor<?x3x3x2xf32> {
  %z = arith.constant 0.0 : f32
  %e_i0 = arith.constant 0 : index
  %e_d0 = tensor.dim %x, %e_i0 : tensor<?x5x5x2xf32>
  %e = tensor.empty(%e_d0) : tensor<?x3x3x2xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x3x3x2xf32>) -> tensor<?x3x3x2xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%x, %w : tensor<?x5x5x2xf32>, tensor<3x3x2x2xf32>) outs(%i : tensor<?x3x3x2xf32>) -> tensor<?x3x3x2xf32>
  return %r : tensor<?x3x3x2xf32>
}
