// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/1d_ncw
// KIND: conv_1d_ncw_fcw: input tensor<1x3x17xf32>, filter tensor<5x3x3xf32>,
//   stride [2], dilation [1], padding [0] and [2]
// CALL: @test
// IN 0: tensor<1x3x17xf32> = [[[-1.0, -3.0, -2.0, 0.0, -3.0, -3.0, -3.0, 2.0, 2.0, 0.0, -1.0, 0.0, -2.0, -2.0, -1.0, 2.0, 3.0], [-3.0, 1.0, 1.0, 2.0, 3.0, -3.0, -1.0, -2.0, -1.0, 3.0, -1.0, -1.0, 1.0, -2.0, 0.0, -1.0, 2.0], [-3.0, 3.0, -2.0, 2.0, -1.0, -3.0, 0.0, 3.0, -3.0, 0.0, -2.0, 0.0, -3.0, 2.0, 1.0, 3.0, -2.0]]]
// IN 1: tensor<5x3x3xf32> = [[[-1.0, 3.0, 2.0], [-2.0, -3.0, -3.0], [-1.0, -2.0, -1.0]], [[1.0, 2.0, 3.0], [-2.0, -3.0, 1.0], [-1.0, 1.0, 3.0]], [[3.0, -1.0, 1.0], [0.0, -3.0, 2.0], [2.0, -2.0, 3.0]], [[2.0, 3.0, -3.0], [-1.0, 3.0, 2.0], [3.0, -3.0, -2.0]], [[-1.0, -1.0, -3.0], [-3.0, 0.0, -1.0], [2.0, -2.0, -3.0]]]
// OUT 0: tensor<1x5x9xf32> = [[[-13.0, -22.0, 1.0, 21.0, -3.0, 4.0, -4.0, 5.0, -5.0], [-9.0, -15.0, -18.0, 8.0, -12.0, -8.0, 3.0, 13.0, 1.0], [-21.0, -20.0, 2.0, -20.0, -18.0, -13.0, -6.0, -5.0, 5.0], [-11.0, 6.0, -14.0, -16.0, 10.0, 4.0, -31.0, -6.0, -2.0], [12.0, 0.0, 11.0, 2.0, 5.0, 14.0, -9.0, -10.0, -13.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x3x17xf32>, %w: tensor<5x3x3xf32>) -> tensor<1x5x9xf32> {
  %pv = arith.constant 0.0 : f32
  %xp = tensor.pad %x low[0, 0, 0] high[0, 0, 2] {
  ^bb0(%q0: index, %q1: index, %q2: index):
    tensor.yield %pv : f32
  } : tensor<1x3x17xf32> to tensor<1x3x19xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x9xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x5x9xf32>) -> tensor<1x5x9xf32>
  %r = linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}
      ins(%xp, %w : tensor<1x3x19xf32>, tensor<5x3x3xf32>) outs(%i : tensor<1x5x9xf32>) -> tensor<1x5x9xf32>
  return %r : tensor<1x5x9xf32>
}
