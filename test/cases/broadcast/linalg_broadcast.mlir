// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: broadcast/linalg_broadcast
// KIND: linalg.broadcast into first and last dimension, of a scalar tensor
//   too
// CALL: @test
// IN 0: tensor<3xf32> = [1.0, 2.0, 3.0]
// IN 1: tensor<f32> = 7.0
// OUT 0: tensor<2x3x4xf32> = cyc(1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0) TOL exact
// OUT 1: tensor<2x2xf32> = [[7.0, 7.0], [7.0, 7.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3xf32>, %s: tensor<f32>) -> (tensor<2x3x4xf32>, tensor<2x2xf32>) {
  %e = tensor.empty() : tensor<2x3x4xf32>
  %r = linalg.broadcast ins(%x : tensor<3xf32>) outs(%e : tensor<2x3x4xf32>) dimensions = [0, 2]
  %e2 = tensor.empty() : tensor<2x2xf32>
  %q = linalg.broadcast ins(%s : tensor<f32>) outs(%e2 : tensor<2x2xf32>) dimensions = [0, 1]
  return %r, %q : tensor<2x3x4xf32>, tensor<2x2xf32>
}
