// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: layer_norm/f32_mean_1e5_div
// KIND: layer norm of tensor<2x16xf32>, statistics in f32, div form
// WHY: Mean 100000 and spread 0.6; sqrt and a division instead of rsqrt.
// CALL: @test
// IN 0: tensor<2x16xf32> = [[100000.0, 100000.125, 100000.25, 100000.375, 100000.5, 100000.625, 100000.75, 100000.875, 100001.0, 100001.125, 100001.25, 100001.375, 100001.5, 100001.625, 100001.75, 100001.875], [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875]]
// OUT 0: tensor<2x16xf32> = cyc(-1.626954, -1.4100268, -1.1930995, -0.9761724, -0.75924516, -0.542318, -0.3253908, -0.10846359, 0.10846359, 0.3253908, 0.542318, 0.75924516, 0.9761724, 1.1930995, 1.4100268, 1.626954) TOL abs=0.002
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x16xf32>) -> tensor<2x16xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %n = arith.constant 16.0 : f32
  %e1 = tensor.empty() : tensor<2xf32>
  %e2 = tensor.empty() : tensor<2x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2xf32>) -> tensor<2xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x16xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v0 = arith.addf %a, %b : f32
    linalg.yield %v0 : f32
  } -> tensor<2xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<2xf32>) outs(%e1 : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v0 = arith.divf %a, %n : f32
    linalg.yield %v0 : f32
  } -> tensor<2xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : tensor<2x16xf32>, tensor<2xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: f32, %m: f32, %b: f32):
    %v1 = arith.subf %a, %m : f32
    %v2 = arith.mulf %v1, %v1 : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %sq : tensor<2x16xf32>, tensor<2xf32>, tensor<2xf32>) outs(%e2 : tensor<2x16xf32>) {
  ^bb0(%a: f32, %m: f32, %v: f32, %o: f32):
    %v0 = arith.subf %a, %m : f32
    %v1 = arith.divf %v, %n : f32
    %v2 = arith.addf %v1, %eps : f32
    %v3 = math.sqrt %v2 : f32
    %v4 = arith.divf %v0, %v3 : f32
    linalg.yield %v4 : f32
  } -> tensor<2x16xf32>
  return %r : tensor<2x16xf32>
}
