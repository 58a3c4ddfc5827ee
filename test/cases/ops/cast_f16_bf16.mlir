// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_f16_bf16
// KIND: f16 to bf16 and to itself
// WHY: Two formats of one width: neither holds the other.
// CALL: @test
// IN 0: tensor<7xf16> = [6.55e+04, 1.001, inf, nan, -0.0, 6e-08, -1.004]
// OUT 0: tensor<7xbf16> = [6.55e+04, 1.0, inf, nan, -0.0, 5.96e-08, -1.0] TOL exact
// OUT 1: tensor<7xf16> = [6.55e+04, 1.001, inf, nan, -0.0, 6e-08, -1.004] TOL exact
// OUT 2: tensor<7xf16> = [6.55e+04, 1.001, 6.55e+04, nan, -0.0, 6e-08, -1.004] TOL exact
// OUT 3: tensor<7xf32> = [65504.0, 1.0009766, 3.4028235e+38, nan, -0.0, 5.9604645e-08, -1.0039062] TOL exact
// OUT 4: tensor<7xbf16> = [6.53e+04, 1.0, inf, nan, -0.0, 5.96e-08, -1.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<7xf16>) -> (tensor<7xbf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf32>, tensor<7xbf16>) {
  %0 = dlopt.cast %x : tensor<7xf16> to tensor<7xbf16>
  %1 = dlopt.cast %x : tensor<7xf16> to tensor<7xf16>
  %2 = dlopt.cast %x saturate : tensor<7xf16> to tensor<7xf16>
  %3 = dlopt.cast %x saturate : tensor<7xf16> to tensor<7xf32>
  %4 = dlopt.cast %x rounding toward_zero : tensor<7xf16> to tensor<7xbf16>
  return %0, %1, %2, %3, %4 : tensor<7xbf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf32>, tensor<7xbf16>
}
