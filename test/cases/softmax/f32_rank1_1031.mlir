// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/f32_rank1_1031
// KIND: softmax over dimension 0 of tensor<1031xf32>, written as generics
// WHY: One row of prime length: no block of rows, no whole vector at the end.
//   Logits above 88.7 overflow exp if the maximum is not subtracted.
// CALL: @test
// IN 0: tensor<1031xf32> = cyc(88.0, -87.0, 0.5, 100.0, 99.0, -200.0, 98.0)
// OUT 0: tensor<1031xf32> = cyc(2.7805203e-08, 0.0, 0.0, 0.00452543, 0.0016648127, 0.0, 0.00061245036) TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1031xf32>) -> tensor<1031xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<f32>
  %e2 = tensor.empty() : tensor<1031xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<1031xf32>) outs(%mi : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %mx : tensor<1031xf32>, tensor<f32>) outs(%e2 : tensor<1031xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1031xf32>
  %si = linalg.fill ins(%zero : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<1031xf32>) outs(%si : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%p, %s : tensor<1031xf32>, tensor<f32>) outs(%e2 : tensor<1031xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1031xf32>
  return %r : tensor<1031xf32>
}
