// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/m0_dynamic
// KIND: f32 matmul with M = 0
// WHY: An empty result.
// CALL: @test
// IN 0: tensor<0x4xf32> = splat(0.0)
// IN 1: tensor<4x3xf32> = [[1.0, 4.0, 1.0], [-4.0, -4.0, -3.0], [3.0, 2.0, -2.0], [0.0, 1.0, -2.0]]
// OUT 0: tensor<0x3xf32> = splat(0.0) TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %iz = arith.constant 0.0 : f32
  %cm = arith.constant 0 : index
  %cn = arith.constant 1 : index
  %m = tensor.dim %x, %cm : tensor<?x?xf32>
  %n = tensor.dim %y, %cn : tensor<?x?xf32>
  %ie = tensor.empty(%m, %n) : tensor<?x?xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
