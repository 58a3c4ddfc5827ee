// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/f32_empty_row
// KIND: sum of tensor<3x0xf32> over [1] in f32
// WHY: Sums of nothing are 0.
// CALL: @test
// IN 0: tensor<3x0xf32> = splat(0.0)
// OUT 0: tensor<3xf32> = [0.0, 0.0, 0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %e_i0 = arith.constant 0 : index
  %e_d0 = tensor.dim %x, %e_i0 : tensor<?x?xf32>
  %e = tensor.empty(%e_d0) : tensor<?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
