// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/f16_alternating
// KIND: sum of tensor<1x60001xf16> over [1] in f32
// WHY: The sum swings between 0 and 60000 and ends at 60000.
// CALL: @test
// IN 0: tensor<1x60001xf16> = cyc(60000.0, -60000.0)
// OUT 0: tensor<1xf32> = [60000.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x60001xf16>) -> tensor<1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x60001xf16>) outs(%i : tensor<1xf32>) {
  ^bb0(%a: f16, %b: f32):
    %0 = arith.extf %a : f16 to f32
    %s = arith.addf %0, %b : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  return %r : tensor<1xf32>
}
