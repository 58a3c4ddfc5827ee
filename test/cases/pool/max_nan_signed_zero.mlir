// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/max_nan_signed_zero
// KIND: pooling_nhwc_max of tensor<1x3x4x1xf32>, window [2, 2], stride [1,
//   1], dilation [1, 1]
// WHY: A window with NaN is NaN, with -0 and +0 is +0.
// CALL: @test
// IN 0: tensor<1x3x4x1xf32> = [[[[-0.0], [0.0], [-1.0], [nan]], [[-inf], [3.0], [-0.0], [-0.0]], [[2.0], [inf], [-5.0], [-7.0]]]]
// OUT 0: tensor<1x2x3x1xf32> = [[[[3.0], [3.0], [nan]], [[inf], [inf], [-0.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x3x4x1xf32>) -> tensor<1x2x3x1xf32> {
  %z = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x2x3x1xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x2x3x1xf32>) -> tensor<1x2x3x1xf32>
  %k = tensor.empty() : tensor<2x2xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%x, %k : tensor<1x3x4x1xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2x3x1xf32>) -> tensor<1x2x3x1xf32>
  return %r : tensor<1x2x3x1xf32>
}
