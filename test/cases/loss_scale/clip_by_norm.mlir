// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loss_scale/clip_by_norm
// KIND: gradients divided by their norm if it exceeds 1
// WHY: The norm of the first is 5e19, whose square overflows f32: as written
//   the norm is inf and all become 0. The second is below 1 and stays bit for
//   bit.
// CALL: @test
// IN 0: tensor<4xf32> = [3e+19, 4e+19, 0.0, 0.0]
// IN 1: tensor<4xf32> = [0.3, -0.4, 0.1, 1e-45]
// OUT 0: tensor<4xf32> = [0.0, 0.0, 0.0, 0.0] TOL exact
// OUT 1: tensor<4xf32> = [0.3, -0.4, 0.1, 1e-45] TOL exact
// HOW: worked out by hand, step by step.

func.func private @clip(%x: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e0 = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %s : tensor<4xf32>, tensor<f32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = math.sqrt %b : f32
    %1 = arith.maximumf %0, %one : f32
    %2 = arith.divf %a, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @test(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = call @clip(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @clip(%y) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
