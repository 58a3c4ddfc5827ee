// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/init_shared_by_two
// KIND: one filled tensor as the initial value of two sums
// WHY: Each sum starts from the fill, not from what the other left.
// CALL: @test
// IN 0: tensor<3x4xf32> = [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]
// OUT 0: tensor<3xf32> = [6.0, 22.0, 38.0] TOL exact
// OUT 1: tensor<3xf32> = [6.0, 22.0, 38.0] TOL exact
// OUT 2: tensor<3xf32> = [0.0, 0.0, 0.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %r0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x4xf32>) outs(%i : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %r1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x4xf32>) outs(%i : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  return %r0, %r1, %i : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
