// RUN: dlopt-run --check %s --target cpu
// CASE: long_sum/bf16_in_bf16_1000
// KIND: sum of tensor<3x1000xbf16> over [1] in bf16
// WHY: The same for bf16: 1000, not 256.
// CALL: @test
// IN 0: tensor<3x1000xbf16> = splat(1.0)
// OUT 0: tensor<3xbf16> = [1000.0, 1000.0, 1000.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x1000xbf16>) -> tensor<3xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<3xbf16>
  %i = linalg.fill ins(%z : bf16) outs(%e : tensor<3xbf16>) -> tensor<3xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x1000xbf16>) outs(%i : tensor<3xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %s = arith.addf %a, %b : bf16
    linalg.yield %s : bf16
  } -> tensor<3xbf16>
  return %r : tensor<3xbf16>
}
