// RUN: dlopt-run --check %s --target cpu
// CASE: long_sum/f16_in_f16_overflows
// KIND: sum of tensor<70000xf16> over [0] in f16
// WHY: 70000 has no place in f16: inf, after one rounding.
// CALL: @test
// IN 0: tensor<70000xf16> = splat(1.0)
// OUT 0: tensor<f16> = inf TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<70000xf16>) -> tensor<f16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<f16>
  %i = linalg.fill ins(%z : f16) outs(%e : tensor<f16>) -> tensor<f16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<70000xf16>) outs(%i : tensor<f16>) {
  ^bb0(%a: f16, %b: f16):
    %s = arith.addf %a, %b : f16
    linalg.yield %s : f16
  } -> tensor<f16>
  return %r : tensor<f16>
}
