// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_directions_f16
// KIND: f32 to f16 in every direction
// WHY: 65520 is the tie beyond the largest number.
// CALL: @test
// IN 0: tensor<16xf32> = [65504.0, 65519.0, 65520.0, 65536.0, -65520.0, 5.9604645e-08, 2.9802322e-08, 4.4703484e-08, -1.4901161e-08, 1.0004883, 1.0014648, inf, -inf, nan, -0.0, 1e-08]
// OUT 0: tensor<16xf16> = [6.55e+04, 6.55e+04, inf, inf, -inf, 6e-08, 0.0, 6e-08, -0.0, 1.0, 1.002, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 1: tensor<16xf16> = [6.55e+04, 6.55e+04, 6.55e+04, 6.55e+04, -6.55e+04, 6e-08, 0.0, 0.0, -0.0, 1.0, 1.001, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 2: tensor<16xf16> = [6.55e+04, 6.55e+04, 6.55e+04, 6.55e+04, -inf, 6e-08, 0.0, 0.0, -6e-08, 1.0, 1.001, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 3: tensor<16xf16> = [6.55e+04, inf, inf, inf, -6.55e+04, 6e-08, 6e-08, 6e-08, -0.0, 1.001, 1.002, inf, -inf, nan, -0.0, 6e-08] TOL exact
// OUT 4: tensor<16xf16> = [6.55e+04, 6.55e+04, inf, inf, -inf, 6e-08, 6e-08, 6e-08, -0.0, 1.001, 1.002, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 5: tensor<16xf16> = [6.55e+04, 6.55e+04, 6.55e+04, 6.55e+04, -6.55e+04, 6e-08, 0.0, 6e-08, -0.0, 1.0, 1.002, 6.55e+04, -6.55e+04, nan, -0.0, 0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<16xf32>) -> (tensor<16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>) {
  %0 = dlopt.cast %x rounding nearest_even : tensor<16xf32> to tensor<16xf16>
  %1 = dlopt.cast %x rounding toward_zero : tensor<16xf32> to tensor<16xf16>
  %2 = dlopt.cast %x rounding downward : tensor<16xf32> to tensor<16xf16>
  %3 = dlopt.cast %x rounding upward : tensor<16xf32> to tensor<16xf16>
  %4 = dlopt.cast %x rounding nearest_away : tensor<16xf32> to tensor<16xf16>
  %5 = dlopt.cast %x saturate : tensor<16xf32> to tensor<16xf16>
  return %0, %1, %2, %3, %4, %5 : tensor<16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>
}
