// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: rms_norm/f16_large_values
// KIND: RMS norm of tensor<3x5xf16>, statistics in f32, rsqrt form
// WHY: Squares of 65504 need f32; the row of least denormals normalises to 1
//   with its tiny epsilon.
// CALL: @test
// IN 0: tensor<3x5xf16> = [[65504.0, 65504.0, 65504.0, 65504.0, 65504.0], [-65504.0, 65504.0, 0.0, 0.0, 0.0], [6e-08, 6e-08, 6e-08, 6e-08, 6e-08]]
// OUT 0: tensor<3x5xf16> = [[1.0, 1.0, 1.0, 1.0, 1.0], [-1.581, 1.581, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0]] TOL abs=0.002 rel=0.003
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x5xf16>) -> tensor<3x5xf16> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-20 : f32
  %n = arith.constant 5.0 : f32
  %e1 = tensor.empty() : tensor<3xf32>
  %e2 = tensor.empty() : tensor<3x5xf16>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x5xf16>) outs(%z : tensor<3xf32>) {
  ^bb0(%a: f16, %b: f32):
    %x0 = arith.extf %a : f16 to f32
    %v2 = arith.mulf %x0, %x0 : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq : tensor<3x5xf16>, tensor<3xf32>) outs(%e2 : tensor<3x5xf16>) {
  ^bb0(%a: f16, %v: f32, %o: f16):
    %x0 = arith.extf %a : f16 to f32
    %v0 = arith.divf %v, %n : f32
    %v1 = arith.addf %v0, %eps : f32
    %v2 = math.rsqrt %v1 : f32
    %v3 = arith.mulf %x0, %v2 : f32
    %v4 = arith.truncf %v3 : f32 to f16
    linalg.yield %v4 : f16
  } -> tensor<3x5xf16>
  return %r : tensor<3x5xf16>
}
