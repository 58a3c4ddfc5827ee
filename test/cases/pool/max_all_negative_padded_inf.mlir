// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/max_all_negative_padded_inf
// KIND: pooling_nhwc_max of tensor<1x3x3x2xf32>, window [3, 3], stride [2,
//   2], dilation [1, 1]
// WHY: Padded with -inf, not with 0.
// CALL: @test
// IN 0: tensor<1x3x3x2xf32> = [[[[-1.0, -2.0], [-3.0, -4.0], [-5.0, -6.0]], [[-7.0, -8.0], [-9.0, -10.0], [-11.0, -12.0]], [[-13.0, -14.0], [-15.0, -16.0], [-17.0, -18.0]]]]
// OUT 0: tensor<1x2x2x2xf32> = [[[[-1.0, -2.0], [-3.0, -4.0]], [[-7.0, -8.0], [-9.0, -10.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x3x3x2xf32>) -> tensor<1x2x2x2xf32> {
  %pv = arith.constant 0xFF800000 : f32
  %xp = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%q0: index, %q1: index, %q2: index, %q3: index):
    tensor.yield %pv : f32
  } : tensor<1x3x3x2xf32> to tensor<1x5x5x2xf32>
  %z = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x2x2x2xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>}
      ins(%xp, %k : tensor<1x5x5x2xf32>, tensor<3x3xf32>) outs(%i : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %r : tensor<1x2x2x2xf32>
}
