// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/two_reduced_dims_interleaved
// KIND: ijk, kjl -> il: two reduced dimensions in different order
// CALL: @test
// IN 0: tensor<3x4x5xf32> = [[[2.0, -1.0, 3.0, 0.0, 2.0], [-2.0, 2.0, 3.0, 0.0, -1.0], [3.0, 3.0, -2.0, 1.0, 0.0], [-3.0, 3.0, 1.0, -3.0, 0.0]], [[-4.0, 1.0, 4.0, -4.0, -2.0], [2.0, -1.0, 4.0, -2.0, 0.0], [-2.0, 2.0, 0.0, 4.0, 2.0], [-3.0, -1.0, 4.0, -3.0, 4.0]], [[0.0, -3.0, -1.0, 2.0, 3.0], [-2.0, -4.0, -1.0, -3.0, 3.0], [-1.0, -3.0, 1.0, 1.0, -1.0], [1.0, -3.0, -3.0, -1.0, 3.0]]]
// IN 1: tensor<5x4x2xf32> = [[[0.0, -4.0], [-3.0, 1.0], [-4.0, -1.0], [-3.0, -2.0]], [[3.0, -4.0], [-1.0, -2.0], [-3.0, -2.0], [-2.0, -1.0]], [[1.0, 0.0], [0.0, -4.0], [1.0, 4.0], [-4.0, -4.0]], [[-2.0, -4.0], [0.0, 0.0], [4.0, 3.0], [0.0, 4.0]], [[1.0, -4.0], [-1.0, -2.0], [-4.0, 2.0], [1.0, 1.0]]]
// OUT 0: tensor<3x2xf32> = [[-13.0, -55.0], [17.0, 21.0], [36.0, 20.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x4x5xf32>, %y: tensor<5x4x2xf32>) -> tensor<3x2xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<3x2xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<3x4x5xf32>, tensor<5x4x2xf32>) outs(%i : tensor<3x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
