// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/sum_nchw_dynamic_batch
// KIND: pooling_nchw_sum of tensor<2x3x5x5xf32>, window [3, 2], stride [2,
//   3], dilation [1, 1]
// WHY: Sums over windows, channels first.
// CALL: @test
// IN 0: tensor<2x3x5x5xf32> = [[[[4.0, -1.0, 4.0, 4.0, -4.0], [1.0, -1.0, 1.0, 3.0, 2.0], [-4.0, 0.0, 3.0, 4.0, -3.0], [2.0, -2.0, -2.0, -3.0, -1.0], [1.0, 4.0, -3.0, 4.0, 3.0]], [[4.0, -3.0, -4.0, 1.0, 0.0], [-3.0, 1.0, 0.0, 3.0, 2.0], [-4.0, -4.0, -2.0, 0.0, 1.0], [4.0, 4.0, 3.0, 1.0, -3.0], [-3.0, -3.0, 1.0, 1.0, 3.0]], [[0.0, -1.0, -4.0, -4.0, -4.0], [-4.0, -2.0, -2.0, 3.0, -4.0], [1.0, -4.0, -3.0, 0.0, -3.0], [-2.0, -2.0, 0.0, 4.0, -4.0], [2.0, -4.0, 0.0, -3.0, 1.0]]], [[[-3.0, 4.0, 4.0, 3.0, -4.0], [-4.0, -3.0, 3.0, 4.0, 3.0], [0.0, -4.0, -4.0, 0.0, -1.0], [-4.0, 4.0, -2.0, 3.0, -2.0], [-3.0, -1.0, -2.0, 0.0, -3.0]], [[-2.0, -2.0, 3.0, -1.0, 0.0], [-3.0, 2.0, 3.0, -3.0, -4.0], [-4.0, 1.0, 4.0, 0.0, 4.0], [4.0, -1.0, 0.0, -2.0, 1.0], [0.0, 3.0, -3.0, -4.0, 3.0]], [[0.0, 4.0, 4.0, 0.0, -3.0], [0.0, -4.0, 1.0, 2.0, 3.0], [-4.0, 3.0, 4.0, -3.0, 1.0], [-1.0, 2.0, -3.0, -1.0, 3.0], [0.0, -4.0, 4.0, 0.0, 3.0]]]]
// OUT 0: tensor<2x3x2x2xf32> = [[[[-1.0, 6.0], [1.0, 4.0]], [[-9.0, 7.0], [-6.0, 3.0]], [[-10.0, -12.0], [-9.0, -5.0]]], [[[-10.0, 5.0], [-8.0, -3.0]], [[-8.0, -4.0], [3.0, 2.0]], [[-1.0, 0.0], [-4.0, 3.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x3x5x5xf32>) -> tensor<?x3x2x2xf32> {
  %z = arith.constant 0.0 : f32
  %e_i0 = arith.constant 0 : index
  %e_d0 = tensor.dim %x, %e_i0 : tensor<?x3x5x5xf32>
  %e = tensor.empty(%e_d0) : tensor<?x3x2x2xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x3x2x2xf32>) -> tensor<?x3x2x2xf32>
  %k = tensor.empty() : tensor<3x2xf32>
  %r = linalg.pooling_nchw_sum {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%x, %k : tensor<?x3x5x5xf32>, tensor<3x2xf32>) outs(%i : tensor<?x3x2x2xf32>) -> tensor<?x3x2x2xf32>
  return %r : tensor<?x3x2x2xf32>
}
