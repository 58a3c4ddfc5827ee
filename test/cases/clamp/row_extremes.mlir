// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: clamp/row_extremes
// KIND: row maximum and minimum of zeros of both signs and NaN
// WHY: +0 wins a maximum and -0 a minimum wherever they stand.
// CALL: @test
// IN 0: tensor<5x4xf32> = [[-0.0, 0.0, -0.0, -0.0], [0.0, -0.0, 0.0, 0.0], [nan, 1.0, 2.0, 3.0], [-inf, -inf, -inf, -inf], [-0.0, -0.0, -0.0, -0.0]]
// OUT 0: tensor<5xf32> = [0.0, 0.0, nan, -inf, -0.0] TOL exact
// OUT 1: tensor<5xf32> = [-0.0, -0.0, nan, -inf, -0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5x4xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %z0 = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<5xf32>
  %i0 = linalg.fill ins(%z0 : f32) outs(%e0 : tensor<5xf32>) -> tensor<5xf32>
  %r0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x4xf32>) outs(%i0 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<5xf32>
  %z1 = arith.constant 0x7F800000 : f32
  %e1 = tensor.empty() : tensor<5xf32>
  %i1 = linalg.fill ins(%z1 : f32) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
  %r1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x4xf32>) outs(%i1 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.minimumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<5xf32>
  return %r0, %r1 : tensor<5xf32>, tensor<5xf32>
}
