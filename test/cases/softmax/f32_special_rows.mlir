// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/f32_special_rows
// KIND: softmax over dimension 1 of tensor<6x4xf32>, written as generics
// WHY: A row of -inf, or with +inf or NaN, is NaN throughout, as the program
//   says (-inf - -inf); -inf elsewhere is weight 0; denormals count as 0.
// CALL: @test
// IN 0: tensor<6x4xf32> = [[-inf, -inf, -inf, -inf], [inf, 0.0, 0.0, 0.0], [nan, 0.0, 1.0, 2.0], [-inf, 0.0, 0.0, -inf], [-0.0, 0.0, -0.0, 0.0], [1e-45, -1e-45, 0.0, 1e-40]]
// OUT 0: tensor<6x4xf32> = [[nan, nan, nan, nan], [nan, nan, nan, nan], [nan, nan, nan, nan], [0.0, 0.5, 0.5, 0.0], [0.25, 0.25, 0.25, 0.25], [0.25, 0.25, 0.25, 0.25]] TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<6xf32>
  %e2 = tensor.empty() : tensor<6x4xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<6xf32>) -> tensor<6xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x4xf32>) outs(%mi : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<6xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<6x4xf32>, tensor<6xf32>) outs(%e2 : tensor<6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<6x4xf32>
  %si = linalg.fill ins(%zero : f32) outs(%e1 : tensor<6xf32>) -> tensor<6xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<6x4xf32>) outs(%si : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<6xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<6x4xf32>, tensor<6xf32>) outs(%e2 : tensor<6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
