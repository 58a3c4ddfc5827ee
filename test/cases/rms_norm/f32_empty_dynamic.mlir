// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: rms_norm/f32_empty_dynamic
// KIND: RMS norm of tensor<?x?xf32>, statistics in f32, rsqrt form
// WHY: No rows.
// CALL: @test
// IN 0: tensor<0x5xf32> = splat(0.0)
// OUT 0: tensor<0x5xf32> = splat(0.0) TOL abs=0.0005 rel=0.0005
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-06 : f32
  %cl = arith.constant 1 : index
  %dl = tensor.dim %x, %cl : tensor<?x?xf32>
  %di = arith.index_cast %dl : index to i64
  %n = arith.sitofp %di : i64 to f32
  %e1_i0 = arith.constant 0 : index
  %e1_d0 = tensor.dim %x, %e1_i0 : tensor<?x?xf32>
  %e1 = tensor.empty(%e1_d0) : tensor<?xf32>
  %e2_i0 = arith.constant 0 : index
  %e2_d0 = tensor.dim %x, %e2_i0 : tensor<?x?xf32>
  %e2_i1 = arith.constant 1 : index
  %e2_d1 = tensor.dim %x, %e2_i1 : tensor<?x?xf32>
  %e2 = tensor.empty(%e2_d0, %e2_d1) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v2 = arith.mulf %a, %a : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq : tensor<?x?xf32>, tensor<?xf32>) outs(%e2 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %v: f32, %o: f32):
    %v0 = arith.divf %v, %n : f32
    %v1 = arith.addf %v0, %eps : f32
    %v2 = math.rsqrt %v1 : f32
    %v3 = arith.mulf %a, %v2 : f32
    linalg.yield %v3 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
