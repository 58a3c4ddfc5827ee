// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_from_f64
// KIND: f64 to f32 in every direction, and to narrower formats in one
//   rounding
// WHY: 1 + 2^-8 + 2^-40 is above the tie of bf16, which a way over f32 would
//   lose.
// CALL: @test
// IN 0: tensor<15xf64> = [1.0000000596046448, 1.0000001788139343, 1.000000059604645, 3.5e+38, 1e+308, -1e+308, 1.401298464324817e-45, 7.006492321624085e-46, -1.0509738482436128e-45, 1.0039062500009095, 1.0004882812509095, inf, nan, -0.0, 65519.999999]
// OUT 0: tensor<15xf32> = [1.0, 1.0000002, 1.0000001, inf, inf, -inf, 1e-45, 0.0, -1e-45, 1.0039062, 1.0004883, inf, nan, -0.0, 65520.0] TOL exact
// OUT 1: tensor<15xf32> = [1.0, 1.0000001, 1.0, 3.4028235e+38, 3.4028235e+38, -3.4028235e+38, 1e-45, 0.0, -0.0, 1.0039062, 1.0004883, inf, nan, -0.0, 65519.996] TOL exact
// OUT 2: tensor<15xf32> = [1.0, 1.0000001, 1.0, 3.4028235e+38, 3.4028235e+38, -inf, 1e-45, 0.0, -1e-45, 1.0039062, 1.0004883, inf, nan, -0.0, 65519.996] TOL exact
// OUT 3: tensor<15xf32> = [1.0000001, 1.0000002, 1.0000001, inf, inf, -3.4028235e+38, 1e-45, 1e-45, -0.0, 1.0039064, 1.0004884, inf, nan, -0.0, 65520.0] TOL exact
// OUT 4: tensor<15xf32> = [1.0000001, 1.0000002, 1.0000001, inf, inf, -inf, 1e-45, 1e-45, -1e-45, 1.0039062, 1.0004883, inf, nan, -0.0, 65520.0] TOL exact
// OUT 5: tensor<15xbf16> = [1.0, 1.0, 1.0, inf, inf, -inf, 0.0, 0.0, -0.0, 1.01, 1.0, inf, nan, -0.0, 6.55e+04] TOL exact
// OUT 6: tensor<15xf16> = [1.0, 1.0, 1.0, inf, inf, -inf, 0.0, 0.0, -0.0, 1.004, 1.001, inf, nan, -0.0, 6.55e+04] TOL exact
// OUT 7: tensor<15xf16> = [1.0, 1.0, 1.0, inf, inf, -inf, 0.0, 0.0, -0.0, 1.004, 1.001, inf, nan, -0.0, 6.55e+04] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<15xf64>) -> (tensor<15xf32>, tensor<15xf32>, tensor<15xf32>, tensor<15xf32>, tensor<15xf32>, tensor<15xbf16>, tensor<15xf16>, tensor<15xf16>) {
  %0 = dlopt.cast %x rounding nearest_even : tensor<15xf64> to tensor<15xf32>
  %1 = dlopt.cast %x rounding toward_zero : tensor<15xf64> to tensor<15xf32>
  %2 = dlopt.cast %x rounding downward : tensor<15xf64> to tensor<15xf32>
  %3 = dlopt.cast %x rounding upward : tensor<15xf64> to tensor<15xf32>
  %4 = dlopt.cast %x rounding nearest_away : tensor<15xf64> to tensor<15xf32>
  %5 = dlopt.cast %x : tensor<15xf64> to tensor<15xbf16>
  %6 = dlopt.cast %x : tensor<15xf64> to tensor<15xf16>
  %7 = dlopt.cast %x rounding nearest_away : tensor<15xf64> to tensor<15xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<15xf32>, tensor<15xf32>, tensor<15xf32>, tensor<15xf32>, tensor<15xf32>, tensor<15xbf16>, tensor<15xf16>, tensor<15xf16>
}
