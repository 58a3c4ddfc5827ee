// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/same_operand_twice
// KIND: x times x and x times its transpose
// WHY: One tensor is both factors.
// CALL: @test
// IN 0: tensor<4x4xf32> = [[0.0, -1.0, -3.0, -1.0], [-4.0, 0.0, -1.0, 4.0], [3.0, 3.0, 2.0, -1.0], [3.0, -1.0, -1.0, 2.0]]
// OUT 0: tensor<4x4xf32> = [[-8.0, -8.0, -4.0, -3.0], [9.0, -3.0, 6.0, 13.0], [-9.0, 4.0, -7.0, 5.0], [7.0, -8.0, -12.0, -2.0]] TOL exact
// OUT 1: tensor<4x4xf32> = [[11.0, -1.0, -8.0, 2.0], [-1.0, 33.0, -18.0, -3.0], [-8.0, -18.0, 23.0, 2.0], [2.0, -3.0, 2.0, 15.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<4x4xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%i : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%i : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %r, %s : tensor<4x4xf32>, tensor<4x4xf32>
}
