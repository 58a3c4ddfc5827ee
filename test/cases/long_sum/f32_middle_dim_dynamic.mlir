// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/f32_middle_dim_dynamic
// KIND: sum of tensor<3x1031x2xf32> over [1] in f32
// WHY: Reduced dimension in the middle, dynamic.
// CALL: @test
// IN 0: tensor<3x1031x2xf32> = cyc(1.0, 2.0, 3.0, 4.0)
// OUT 0: tensor<3x2xf32> = [[2061.0, 3092.0], [2063.0, 3094.0], [2061.0, 3092.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %e_i0 = arith.constant 0 : index
  %e_d0 = tensor.dim %x, %e_i0 : tensor<?x?x?xf32>
  %e_i1 = arith.constant 2 : index
  %e_d1 = tensor.dim %x, %e_i1 : tensor<?x?x?xf32>
  %e = tensor.empty(%e_d0, %e_d1) : tensor<?x?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<?x?x?xf32>) outs(%i : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
