// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_bf16_f16
// KIND: bf16 to f16
// WHY: What is too large becomes infinity, or the largest number.
// CALL: @test
// IN 0: tensor<9xbf16> = [1e+30, -1e+30, 6.55e+04, 6.53e+04, 1.0, inf, nan, -0.0, 1e-30]
// OUT 0: tensor<9xf16> = [inf, -inf, inf, 6.528e+04, 1.0, inf, nan, -0.0, 0.0] TOL exact
// OUT 1: tensor<9xf16> = [6.55e+04, -6.55e+04, 6.55e+04, 6.528e+04, 1.0, 6.55e+04, nan, -0.0, 0.0] TOL exact
// OUT 2: tensor<9xf16> = [inf, -6.55e+04, inf, 6.528e+04, 1.0, inf, nan, -0.0, 6e-08] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<9xbf16>) -> (tensor<9xf16>, tensor<9xf16>, tensor<9xf16>) {
  %0 = dlopt.cast %x : tensor<9xbf16> to tensor<9xf16>
  %1 = dlopt.cast %x saturate : tensor<9xbf16> to tensor<9xf16>
  %2 = dlopt.cast %x rounding upward : tensor<9xbf16> to tensor<9xf16>
  return %0, %1, %2 : tensor<9xf16>, tensor<9xf16>, tensor<9xf16>
}
