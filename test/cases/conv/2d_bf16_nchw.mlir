// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/2d_bf16_nchw
// KIND: conv_2d_nchw_fchw: input tensor<1x3x5x5xbf16>, filter
//   tensor<2x3x3x3xbf16>, stride [2, 2], dilation [1, 1], padding [1, 1] and
//   [1, 1]
// CALL: @test
// IN 0: tensor<1x3x5x5xbf16> = [[[[0.0, -1.0, 1.0, -1.0, -2.0], [1.0, 0.0, 3.0, -1.0, -3.0], [3.0, -3.0, 2.0, -1.0, -1.0], [0.0, 0.0, -3.0, 2.0, 3.0], [3.0, 3.0, -3.0, -2.0, 2.0]], [[2.0, -1.0, 3.0, -1.0, 2.0], [0.0, -1.0, -2.0, 0.0, -1.0], [0.0, 2.0, 2.0, 0.0, -2.0], [3.0, 3.0, -3.0, -1.0, 0.0], [3.0, 0.0, -1.0, 0.0, 2.0]], [[2.0, -2.0, -3.0, 0.0, -3.0], [-1.0, -1.0, 0.0, 0.0, 3.0], [2.0, 2.0, 3.0, 3.0, -3.0], [-1.0, 2.0, -2.0, 3.0, -1.0], [3.0, 0.0, -1.0, 3.0, -2.0]]]]
// IN 1: tensor<2x3x3x3xbf16> = [[[[-2.0, -3.0, 1.0], [-3.0, -3.0, -3.0], [0.0, 1.0, -1.0]], [[-2.0, -1.0, -3.0], [3.0, 1.0, 2.0], [2.0, -2.0, 2.0]], [[3.0, -1.0, -3.0], [3.0, 1.0, 3.0], [1.0, 0.0, 1.0]]], [[[1.0, -3.0, -2.0], [2.0, 3.0, 2.0], [-1.0, 3.0, -1.0]], [[-3.0, 1.0, -1.0], [-3.0, 2.0, 2.0], [-3.0, -1.0, 0.0]], [[-3.0, -3.0, 0.0], [-2.0, 1.0, -3.0], [-1.0, 3.0, 1.0]]]]
// OUT 0: tensor<1x2x3x3xf32> = [[[[-3.0, -3.0, 4.0], [18.0, 33.0, 23.0], [-29.0, 23.0, 8.0]], [[7.0, 23.0, -2.0], [0.0, -39.0, -16.0], [27.0, -25.0, -12.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x3x5x5xbf16>, %w: tensor<2x3x3x3xbf16>) -> tensor<1x2x3x3xf32> {
  %pv = arith.constant 0.0 : bf16
  %xp = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%q0: index, %q1: index, %q2: index, %q3: index):
    tensor.yield %pv : bf16
  } : tensor<1x3x5x5xbf16> to tensor<1x3x7x7xbf16>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x3x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>}
      ins(%xp, %w : tensor<1x3x7x7xbf16>, tensor<2x3x3x3xbf16>) outs(%i : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %r : tensor<1x2x3x3xf32>
}
