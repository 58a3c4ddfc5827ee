// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/f16_columns_3x70000
// KIND: sum of tensor<70000x3xf16> over [0] in f32
// WHY: Down columns: the reduction is the slow dimension.
// CALL: @test
// IN 0: tensor<70000x3xf16> = cyc(1.0, 2.0, -1.0)
// OUT 0: tensor<3xf32> = [70000.0, 140000.0, -70000.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<70000x3xf16>) -> tensor<3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<70000x3xf16>) outs(%i : tensor<3xf32>) {
  ^bb0(%a: f16, %b: f32):
    %0 = arith.extf %a : f16 to f32
    %s = arith.addf %0, %b : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
