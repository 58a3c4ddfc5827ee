// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/f32_rank4_dim3
// KIND: softmax over dimension 3 of tensor<2x1x3x17xf32>, written as generics
// WHY: Differences overflow f32 to -inf; the exp of that is 0, not NaN.
// CALL: @test
// IN 0: tensor<2x1x3x17xf32> = cyc(3e+38, -3e+38, 1.0, 2.9999e+38, 0.0)
// OUT 0: tensor<2x1x3x17xf32> = [[[[0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0], [0.0, 0.0, 0.0, 0.33333334, 0.0, 0.0, 0.0, 0.0, 0.33333334, 0.0, 0.0, 0.0, 0.0, 0.33333334, 0.0, 0.0, 0.0], [0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25]]], [[[0.0, 0.0, 0.0, 0.0, 0.33333334, 0.0, 0.0, 0.0, 0.0, 0.33333334, 0.0, 0.0, 0.0, 0.0, 0.33333334, 0.0, 0.0], [0.0, 0.0, 0.33333334, 0.0, 0.0, 0.0, 0.0, 0.33333334, 0.0, 0.0, 0.0, 0.0, 0.33333334, 0.0, 0.0, 0.0, 0.0], [0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0]]]] TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x1x3x17xf32>) -> tensor<2x1x3x17xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<2x1x3xf32>
  %e2 = tensor.empty() : tensor<2x1x3x17xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x1x3x17xf32>) outs(%mi : tensor<2x1x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x1x3xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %mx : tensor<2x1x3x17xf32>, tensor<2x1x3xf32>) outs(%e2 : tensor<2x1x3x17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x1x3x17xf32>
  %si = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p : tensor<2x1x3x17xf32>) outs(%si : tensor<2x1x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x1x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%p, %s : tensor<2x1x3x17xf32>, tensor<2x1x3xf32>) outs(%e2 : tensor<2x1x3x17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x1x3x17xf32>
  return %r : tensor<2x1x3x17xf32>
}
