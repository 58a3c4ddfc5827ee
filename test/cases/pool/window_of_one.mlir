// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/window_of_one
// KIND: pooling_nhwc_max of tensor<1x5x5x2xf32>, window [1, 1], stride [2,
//   2], dilation [1, 1]
// WHY: A window of one element picks every second.
// CALL: @test
// IN 0: tensor<1x5x5x2xf32> = [[[[0.0, -4.0], [-3.0, -4.0], [-3.0, 4.0], [-4.0, 4.0], [2.0, 0.0]], [[-1.0, -4.0], [0.0, 2.0], [4.0, -3.0], [4.0, 0.0], [-3.0, -1.0]], [[2.0, 1.0], [-1.0, 2.0], [-3.0, 0.0], [-2.0, 2.0], [3.0, 4.0]], [[4.0, -2.0], [-4.0, 2.0], [3.0, 4.0], [-3.0, 3.0], [-3.0, 0.0]], [[-4.0, 4.0], [1.0, 0.0], [3.0, 4.0], [4.0, -2.0], [2.0, -2.0]]]]
// OUT 0: tensor<1x3x3x2xf32> = [[[[0.0, -4.0], [-3.0, 4.0], [2.0, 0.0]], [[2.0, 1.0], [-3.0, 0.0], [3.0, 4.0]], [[-4.0, 4.0], [3.0, 4.0], [2.0, -2.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x5x5x2xf32>) -> tensor<1x3x3x2xf32> {
  %z = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %k = tensor.empty() : tensor<1x1xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>}
      ins(%x, %k : tensor<1x5x5x2xf32>, tensor<1x1xf32>) outs(%i : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %r : tensor<1x3x3x2xf32>
}
