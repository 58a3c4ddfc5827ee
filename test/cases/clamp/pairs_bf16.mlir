// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: clamp/pairs_bf16
// KIND: all pairs of special values of bf16 under maximumf, minimumf,
//   maxnumf, minnumf
// WHY: maximumf and minimumf keep NaN and order -0 below +0; maxnumf and
//   minnumf drop NaN and may give either zero.
// CALL: @test
// IN 0: tensor<8xbf16> = [0.0, -0.0, 1.5, -2.0, inf, -inf, nan, 1.0011717677116394e-07]
// OUT 0: tensor<8x8xbf16> = [[0.0, 0.0, 1.5, 0.0, inf, 0.0, nan, 1.0011717677116394e-07], [0.0, -0.0, 1.5, -0.0, inf, -0.0, nan, 1.0011717677116394e-07], [1.5, 1.5, 1.5, 1.5, inf, 1.5, nan, 1.5], [0.0, -0.0, 1.5, -2.0, inf, -2.0, nan, 1.0011717677116394e-07], [inf, inf, inf, inf, inf, inf, nan, inf], [0.0, -0.0, 1.5, -2.0, inf, -inf, nan, 1.0011717677116394e-07], [nan, nan, nan, nan, nan, nan, nan, nan], [1.0011717677116394e-07, 1.0011717677116394e-07, 1.5, 1.0011717677116394e-07, inf, 1.0011717677116394e-07, nan, 1.0011717677116394e-07]] TOL exact
// OUT 1: tensor<8x8xbf16> = [[0.0, -0.0, 0.0, -2.0, 0.0, -inf, nan, 0.0], [-0.0, -0.0, -0.0, -2.0, -0.0, -inf, nan, -0.0], [0.0, -0.0, 1.5, -2.0, 1.5, -inf, nan, 1.0011717677116394e-07], [-2.0, -2.0, -2.0, -2.0, -2.0, -inf, nan, -2.0], [0.0, -0.0, 1.5, -2.0, inf, -inf, nan, 1.0011717677116394e-07], [-inf, -inf, -inf, -inf, -inf, -inf, nan, -inf], [nan, nan, nan, nan, nan, nan, nan, nan], [0.0, -0.0, 1.0011717677116394e-07, -2.0, 1.0011717677116394e-07, -inf, nan, 1.0011717677116394e-07]] TOL exact
// OUT 2: tensor<8x8xbf16> = [[0.0, 0.0, 1.5, 0.0, inf, 0.0, 0.0, 1.0011717677116394e-07], [-0.0, -0.0, 1.5, -0.0, inf, -0.0, -0.0, 1.0011717677116394e-07], [1.5, 1.5, 1.5, 1.5, inf, 1.5, 1.5, 1.5], [0.0, -0.0, 1.5, -2.0, inf, -2.0, -2.0, 1.0011717677116394e-07], [inf, inf, inf, inf, inf, inf, inf, inf], [0.0, -0.0, 1.5, -2.0, inf, -inf, -inf, 1.0011717677116394e-07], [0.0, -0.0, 1.5, -2.0, inf, -inf, nan, 1.0011717677116394e-07], [1.0011717677116394e-07, 1.0011717677116394e-07, 1.5, 1.0011717677116394e-07, inf, 1.0011717677116394e-07, 1.0011717677116394e-07, 1.0011717677116394e-07]] TOL abs=0
// OUT 3: tensor<8x8xbf16> = [[0.0, 0.0, 0.0, -2.0, 0.0, -inf, 0.0, 0.0], [-0.0, -0.0, -0.0, -2.0, -0.0, -inf, -0.0, -0.0], [0.0, -0.0, 1.5, -2.0, 1.5, -inf, 1.5, 1.0011717677116394e-07], [-2.0, -2.0, -2.0, -2.0, -2.0, -inf, -2.0, -2.0], [0.0, -0.0, 1.5, -2.0, inf, -inf, inf, 1.0011717677116394e-07], [-inf, -inf, -inf, -inf, -inf, -inf, -inf, -inf], [0.0, -0.0, 1.5, -2.0, inf, -inf, nan, 1.0011717677116394e-07], [0.0, -0.0, 1.0011717677116394e-07, -2.0, 1.0011717677116394e-07, -inf, 1.0011717677116394e-07, 1.0011717677116394e-07]] TOL abs=0
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<8xbf16>) -> (tensor<8x8xbf16>, tensor<8x8xbf16>, tensor<8x8xbf16>, tensor<8x8xbf16>) {
  %e = tensor.empty() : tensor<8x8xbf16>
  %r0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<8xbf16>, tensor<8xbf16>) outs(%e : tensor<8x8xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.maximumf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  %r1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<8xbf16>, tensor<8xbf16>) outs(%e : tensor<8x8xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.minimumf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  %r2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<8xbf16>, tensor<8xbf16>) outs(%e : tensor<8x8xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.maxnumf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  %r3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<8xbf16>, tensor<8xbf16>) outs(%e : tensor<8x8xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.minnumf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  return %r0, %r1, %r2, %r3 : tensor<8x8xbf16>, tensor<8x8xbf16>, tensor<8x8xbf16>, tensor<8x8xbf16>
}
