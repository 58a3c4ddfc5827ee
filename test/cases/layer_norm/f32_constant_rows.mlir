// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: layer_norm/f32_constant_rows
// KIND: layer norm of tensor<3x8xf32>, statistics in f32, rsqrt form
// WHY: Variance exactly 0 with a tiny epsilon: only a two-pass variance is
//   exactly 0.
// CALL: @test
// IN 0: tensor<3x8xf32> = [[3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-65536.0, -65536.0, -65536.0, -65536.0, -65536.0, -65536.0, -65536.0, -65536.0]]
// IN 1: tensor<8xf32> = [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0]
// OUT 0: tensor<3x8xf32> = cyc(1.0, 2.0) TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x8xf32>, %h: tensor<8xf32>) -> tensor<3x8xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-12 : f32
  %n = arith.constant 8.0 : f32
  %e1 = tensor.empty() : tensor<3xf32>
  %e2 = tensor.empty() : tensor<3x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x8xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v0 = arith.addf %a, %b : f32
    linalg.yield %v0 : f32
  } -> tensor<3xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<3xf32>) outs(%e1 : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v0 = arith.divf %a, %n : f32
    linalg.yield %v0 : f32
  } -> tensor<3xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : tensor<3x8xf32>, tensor<3xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%a: f32, %m: f32, %b: f32):
    %v1 = arith.subf %a, %m : f32
    %v2 = arith.mulf %v1, %v1 : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %sq, %h : tensor<3x8xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8xf32>) outs(%e2 : tensor<3x8xf32>) {
  ^bb0(%a: f32, %m: f32, %v: f32, %hv: f32, %o: f32):
    %v0 = arith.subf %a, %m : f32
    %v1 = arith.divf %v, %n : f32
    %v2 = arith.addf %v1, %eps : f32
    %v3 = math.rsqrt %v2 : f32
    %v4 = arith.mulf %v0, %v3 : f32
    %v5 = arith.addf %v4, %hv : f32
    linalg.yield %v5 : f32
  } -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}
