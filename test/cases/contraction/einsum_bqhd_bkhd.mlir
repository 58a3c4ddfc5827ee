// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/einsum_bqhd_bkhd
// KIND: bqhd, bkhd -> bhqk as one generic
// WHY: Batch dimensions are not leading, heads lie inside.
// CALL: @test
// IN 0: tensor<2x3x2x5xf32> = [[[[2.0, 3.0, 1.0, 4.0, 4.0], [-2.0, -3.0, 3.0, -2.0, -1.0]], [[3.0, -1.0, -4.0, -3.0, 1.0], [4.0, 0.0, 0.0, 4.0, 2.0]], [[-1.0, -1.0, 3.0, 3.0, -3.0], [-1.0, 1.0, -2.0, -2.0, -1.0]]], [[[3.0, -1.0, -2.0, -2.0, 1.0], [-4.0, -3.0, 3.0, -1.0, 4.0]], [[1.0, -1.0, -2.0, 2.0, -1.0], [1.0, 0.0, 1.0, 1.0, 4.0]], [[-4.0, -3.0, -3.0, 0.0, 4.0], [-2.0, 1.0, 3.0, 4.0, 2.0]]]]
// IN 1: tensor<2x4x2x5xf32> = [[[[-4.0, -1.0, -2.0, -4.0, -3.0], [-1.0, 3.0, 1.0, 4.0, -1.0]], [[-1.0, -2.0, 2.0, -4.0, 0.0], [2.0, -1.0, 4.0, 0.0, 3.0]], [[2.0, -3.0, 1.0, -2.0, -3.0], [1.0, -1.0, -2.0, 0.0, -3.0]], [[-2.0, -1.0, 0.0, 1.0, 0.0], [1.0, 3.0, 2.0, -2.0, 0.0]]], [[[1.0, 4.0, 0.0, 2.0, -3.0], [0.0, 1.0, -2.0, 0.0, 0.0]], [[0.0, -1.0, -4.0, 3.0, 1.0], [-2.0, 1.0, 4.0, 1.0, -2.0]], [[-4.0, -3.0, 3.0, -2.0, -2.0], [4.0, -2.0, 1.0, -2.0, 4.0]], [[4.0, -2.0, -3.0, -4.0, 0.0], [-3.0, 1.0, -3.0, -3.0, -2.0]]]]
// OUT 0: tensor<2x2x3x4xf32> = [[[[-41.0, -22.0, -24.0, -3.0], [6.0, 3.0, 8.0, -8.0], [-4.0, -3.0, 7.0, 6.0]], [[-11.0, 8.0, -2.0, -1.0], [10.0, 14.0, -2.0, -4.0], [-5.0, -14.0, 5.0, 2.0]]], [[[-8.0, 4.0, -13.0, 28.0], [4.0, 14.0, -9.0, 4.0], [-28.0, 19.0, 8.0, -1.0]], [[-9.0, 8.0, 11.0, -5.0], [-2.0, -5.0, 19.0, -17.0], [-5.0, 17.0, -7.0, -18.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3x2x5xf32>, %y: tensor<2x4x2x5xf32>) -> tensor<2x2x3x4xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<2x2x3x4xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<2x2x3x4xf32>) -> tensor<2x2x3x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x3x2x5xf32>, tensor<2x4x2x5xf32>) outs(%i : tensor<2x2x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x2x3x4xf32>
  return %r : tensor<2x2x3x4xf32>
}
