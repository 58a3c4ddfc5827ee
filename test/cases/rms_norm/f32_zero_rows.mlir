// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: rms_norm/f32_zero_rows
// KIND: RMS norm of tensor<3x6xf32>, statistics in f32, rsqrt form
// WHY: A row of zeros divides by sqrt(epsilon), keeps the sign of zero.
// CALL: @test
// IN 0: tensor<3x6xf32> = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-0.0, -0.0, -0.0, -0.0, -0.0, -0.0], [1e-30, 1e-30, 1e-30, 1e-30, 1e-30, 1e-30]]
// OUT 0: tensor<3x6xf32> = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-0.0, -0.0, -0.0, -0.0, -0.0, -0.0], [3.1622778e-28, 3.1622778e-28, 3.1622778e-28, 3.1622778e-28, 3.1622778e-28, 3.1622778e-28]] TOL abs=1e-30 rel=1e-4
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x6xf32>) -> tensor<3x6xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %n = arith.constant 6.0 : f32
  %e1 = tensor.empty() : tensor<3xf32>
  %e2 = tensor.empty() : tensor<3x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x6xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v2 = arith.mulf %a, %a : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq : tensor<3x6xf32>, tensor<3xf32>) outs(%e2 : tensor<3x6xf32>) {
  ^bb0(%a: f32, %v: f32, %o: f32):
    %v0 = arith.divf %v, %n : f32
    %v1 = arith.addf %v0, %eps : f32
    %v2 = math.rsqrt %v1 : f32
    %v3 = arith.mulf %a, %v2 : f32
    linalg.yield %v3 : f32
  } -> tensor<3x6xf32>
  return %r : tensor<3x6xf32>
}
