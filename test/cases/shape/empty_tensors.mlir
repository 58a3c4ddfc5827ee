// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: shape/empty_tensors
// KIND: concat, transpose, slice and sum of a tensor without rows
// WHY: Size 0 at run time.
// CALL: @test
// IN 0: tensor<0x4xf32> = splat(0.0)
// IN 1: tensor<1x4xf32> = [[0.0, 1.0, 2.0, 3.0]]
// OUT 0: tensor<1x4xf32> = [[0.0, 1.0, 2.0, 3.0]] TOL exact
// OUT 1: tensor<4x0xf32> = splat(0.0) TOL exact
// OUT 2: tensor<4xf32> = [0.0, 0.0, 0.0, 0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<4x?xf32>, tensor<4xf32>) {
  %r = tensor.concat dim(0) %x, %y, %x : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%m) : tensor<4x?xf32>
  %t = linalg.transpose ins(%x : tensor<?x4xf32>) outs(%e : tensor<4x?xf32>) permutation = [1, 0]
  %z = arith.constant 0.0 : f32
  %ez = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%z : f32) outs(%ez : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r, %t, %s : tensor<?x4xf32>, tensor<4x?xf32>, tensor<4xf32>
}
