// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/batch_and_batch_reduce
// KIND: linalg.batch_matmul and batch_reduce_matmul
// WHY: The second also sums over the batch.
// CALL: @test
// IN 0: tensor<3x2x5xf32> = [[[-3.0, 1.0, -1.0, 0.0, -2.0], [-3.0, 3.0, -4.0, -3.0, 0.0]], [[-1.0, -3.0, 3.0, -2.0, -3.0], [4.0, -2.0, -1.0, -1.0, 0.0]], [[0.0, -1.0, 0.0, 3.0, 1.0], [-1.0, 3.0, 0.0, -2.0, -1.0]]]
// IN 1: tensor<3x5x4xf32> = [[[-4.0, 0.0, 2.0, -1.0], [-4.0, 0.0, 4.0, -3.0], [0.0, -4.0, 0.0, 0.0], [0.0, 2.0, 1.0, 3.0], [4.0, 4.0, 4.0, 3.0]], [[-3.0, 3.0, 2.0, 0.0], [4.0, 2.0, 4.0, -1.0], [-3.0, 4.0, 4.0, 4.0], [4.0, 4.0, -4.0, -1.0], [-1.0, 3.0, -1.0, -3.0]], [[2.0, -4.0, -2.0, -3.0], [-2.0, -3.0, -3.0, 1.0], [-3.0, 0.0, 0.0, -3.0], [0.0, 2.0, -2.0, 3.0], [3.0, -2.0, 0.0, -1.0]]]
// OUT 0: tensor<3x2x4xf32> = [[[0.0, -4.0, -10.0, -6.0], [0.0, 10.0, 3.0, -15.0]], [[-23.0, -14.0, 9.0, 26.0], [-21.0, 0.0, 0.0, -1.0]], [[5.0, 7.0, -3.0, 7.0], [-11.0, -7.0, -3.0, 1.0]]] TOL exact
// OUT 1: tensor<2x4xf32> = [[-18.0, -11.0, -4.0, 27.0], [-32.0, 3.0, 0.0, -15.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x2x5xf32>, %y: tensor<3x5x4xf32>) -> (tensor<3x2x4xf32>, tensor<2x4xf32>) {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<3x2x4xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %jz = arith.constant 0.0 : f32
  %je = tensor.empty() : tensor<2x4xf32>
  %j = linalg.fill ins(%jz : f32) outs(%je : tensor<2x4xf32>) -> tensor<2x4xf32>
  %r = linalg.batch_matmul ins(%x, %y : tensor<3x2x5xf32>, tensor<3x5x4xf32>) outs(%i : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %s = linalg.batch_reduce_matmul ins(%x, %y : tensor<3x2x5xf32>, tensor<3x5x4xf32>) outs(%j : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r, %s : tensor<3x2x4xf32>, tensor<2x4xf32>
}
