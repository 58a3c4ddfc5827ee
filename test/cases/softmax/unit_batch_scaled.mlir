// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/unit_batch_scaled
// KIND: a map behind a row operation reads a batch of one as a broadcast
// WHY: The row's own dimension of size 1 and the broadcast are the same.
// CALL: @test
// IN 0: tensor<1x2x2xf32> = [[[0.0, 0.0], [3.0, 3.0]]]
// OUT 0: tensor<1x2x2xf32> = [[[1.0, 1.0], [1.0, 1.0]]] TOL exact
// HOW: equal entries give halves, which are doubled.

func.func @test(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %s = dlopt.softmax %x dim 2 : tensor<1x2x2xf32> -> tensor<1x2x2xf32>
  %r = dlopt.map %s dims [[-1, 1, 2]] : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  ^bb0(%v: f32):
    %0 = arith.addf %v, %v : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<1x2x2xf32>
}
