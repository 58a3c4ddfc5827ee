// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/sum_1d_nwc
// KIND: pooling_nwc_sum of tensor<2x11x3xf32>, window [3], stride [2],
//   dilation [2]
// WHY: One dimension, dilated.
// CALL: @test
// IN 0: tensor<2x11x3xf32> = [[[0.0, 2.0, -1.0], [-1.0, 3.0, 3.0], [3.0, 4.0, 4.0], [3.0, 2.0, 0.0], [-4.0, 3.0, -4.0], [3.0, 2.0, -1.0], [1.0, 4.0, 4.0], [3.0, 1.0, -4.0], [-4.0, -2.0, 4.0], [2.0, 0.0, 3.0], [-1.0, -1.0, 4.0]], [[-1.0, -4.0, -3.0], [-4.0, -4.0, 2.0], [3.0, 3.0, -1.0], [-4.0, 3.0, 3.0], [3.0, -4.0, 1.0], [0.0, -1.0, -3.0], [-1.0, -3.0, -1.0], [0.0, -1.0, -3.0], [1.0, -3.0, -2.0], [-1.0, -2.0, -2.0], [1.0, 3.0, -1.0]]]
// OUT 0: tensor<2x4x3xf32> = [[[-1.0, 9.0, -1.0], [0.0, 11.0, 4.0], [-7.0, 5.0, 4.0], [-4.0, 1.0, 12.0]], [[5.0, -5.0, -3.0], [5.0, -4.0, -1.0], [3.0, -10.0, -2.0], [1.0, -3.0, -4.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x11x3xf32>) -> tensor<2x4x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %k = tensor.empty() : tensor<3xf32>
  %r = linalg.pooling_nwc_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}
      ins(%x, %k : tensor<2x11x3xf32>, tensor<3xf32>) outs(%i : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}
