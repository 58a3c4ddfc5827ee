// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: f32_precision/matmul_denormals
// KIND: f32 matmul of denormals by one
// WHY: Denormals are numbers: flushing them gives 0.
// CALL: @test
// IN 0: tensor<2x4xf32> = [[1e-45, 1e-40, -1e-45, 2e-39], [1e-45, 1e-40, -1e-45, 2e-39]]
// IN 1: tensor<4x1xf32> = [[1.0], [1.0], [1.0], [0.0]]
// OUT 0: tensor<2x1xf32> = [[1e-40], [1e-40]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x4xf32>, %y: tensor<4x1xf32>) -> tensor<2x1xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<2x1xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<2x1xf32>) -> tensor<2x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x4xf32>, tensor<4x1xf32>) outs(%i : tensor<2x1xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}
