// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/diagonal_and_trace
// KIND: maps that use one dimension twice
// WHY: x[i, i] is no contraction dimension of a matmul.
// CALL: @test
// IN 0: tensor<4x4xf32> = [[0.0, -1.0, -3.0, -1.0], [-4.0, 0.0, -1.0, 4.0], [3.0, 3.0, 2.0, -1.0], [3.0, -1.0, -1.0, 2.0]]
// OUT 0: tensor<4xf32> = [0.0, 0.0, 2.0, 2.0] TOL exact
// OUT 1: tensor<f32> = 4.0 TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<4xf32>) -> tensor<4xf32>
  %jz = arith.constant 0.0 : f32
  %je = tensor.empty() : tensor<f32>
  %j = linalg.fill ins(%jz : f32) outs(%je : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4x4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4x4xf32>) outs(%j : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r, %s : tensor<4xf32>, tensor<f32>
}
