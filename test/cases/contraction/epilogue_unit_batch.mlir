// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/epilogue_unit_batch
// KIND: a batch of one before bias and residual, as BERT has it
// WHY: The maps read dimension 0 as one to broadcast; it is the product's too.
// CALL: @test
// IN 0: tensor<1x2x3xf32> = [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]
// IN 1: tensor<3x2xf32> = [[1.0, 0.5], [0.25, 2.0], [-1.0, 4.0]]
// IN 2: tensor<2xf32> = [10.0, 20.0]
// IN 3: tensor<1x2x2xf32> = [[[0.5, 0.25], [0.125, -1.0]]]
// OUT 0: tensor<1x2x2xf32> = [[[9.0, 36.75], [9.375, 55.0]]] TOL exact
// HOW: expected numbers worked out by hand; all are exact in f32.

func.func @test(%a: tensor<1x2x3xf32>, %b: tensor<3x2xf32>, %bias: tensor<2xf32>, %residual: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<1x2x3xf32>, tensor<3x2xf32>) outs(%init : tensor<1x2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2xf32>
  %biased = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (0, m, n)>, affine_map<(b, m, n) -> (n)>, affine_map<(b, m, n) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %bias : tensor<1x2x2xf32>, tensor<2xf32>) outs(%e : tensor<1x2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (0, m, n)>, affine_map<(b, m, n) -> (0, m, n)>, affine_map<(b, m, n) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%biased, %residual : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%e : tensor<1x2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2xf32>
  return %r : tensor<1x2x2xf32>
}
