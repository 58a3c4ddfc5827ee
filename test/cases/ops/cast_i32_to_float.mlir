// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_i32_to_float
// KIND: i32 to floats in one rounding
// WHY: 16777217 is a tie of f32; 2147483647 is far beyond f16; 65520 the tie
//   to infinity; going to bf16 by way of f32 would round twice.
// CALL: @test
// IN 0: tensor<13xi32> = [0, 1, -1, 16777217, 16777219, 2147483647, -2147483648, 65519, 65520, 257, -33554435, 16842753, 16842752]
// OUT 0: tensor<13xf32> = [0.0, 1.0, -1.0, 1.6777216e+07, 1.677722e+07, 2.1474836e+09, -2.1474836e+09, 65519.0, 65520.0, 257.0, -3.3554436e+07, 1.6842752e+07, 1.6842752e+07] TOL exact
// OUT 1: tensor<13xf32> = [0.0, 1.0, 4.2949673e+09, 1.6777216e+07, 1.677722e+07, 2.1474836e+09, 2.1474836e+09, 65519.0, 65520.0, 257.0, 4.2614129e+09, 1.6842752e+07, 1.6842752e+07] TOL exact
// OUT 2: tensor<13xf16> = [0.0, 1.0, -1.0, inf, inf, inf, -inf, 6.55e+04, inf, 257.0, -inf, inf, inf] TOL exact
// OUT 3: tensor<13xf16> = [0.0, 1.0, -1.0, 6.55e+04, 6.55e+04, 6.55e+04, -6.55e+04, 6.55e+04, 6.55e+04, 257.0, -6.55e+04, 6.55e+04, 6.55e+04] TOL exact
// OUT 4: tensor<13xbf16> = [0.0, 1.0, -1.0, 1.68e+07, 1.68e+07, 2.15e+09, -2.15e+09, 6.55e+04, 6.55e+04, 256.0, -3.36e+07, 1.69e+07, 1.68e+07] TOL exact
// OUT 5: tensor<13xf32> = [0.0, 1.0, -1.0, 1.6777216e+07, 1.6777218e+07, 2.1474835e+09, -2.1474836e+09, 65519.0, 65520.0, 257.0, -3.3554432e+07, 1.6842752e+07, 1.6842752e+07] TOL exact
// OUT 6: tensor<13xbf16> = [0.0, 1.0, -1.0, 1.69e+07, 1.69e+07, 2.15e+09, -2.15e+09, 6.55e+04, 6.55e+04, 258.0, -3.36e+07, 1.69e+07, 1.69e+07] TOL exact
// OUT 7: tensor<13xf64> = [0.0, 1.0, -1.0, 16777217.0, 16777219.0, 2147483647.0, -2147483648.0, 65519.0, 65520.0, 257.0, -33554435.0, 16842753.0, 16842752.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<13xi32>) -> (tensor<13xf32>, tensor<13xf32>, tensor<13xf16>, tensor<13xf16>, tensor<13xbf16>, tensor<13xf32>, tensor<13xbf16>, tensor<13xf64>) {
  %0 = dlopt.cast %x : tensor<13xi32> to tensor<13xf32>
  %1 = dlopt.cast %x unsigned : tensor<13xi32> to tensor<13xf32>
  %2 = dlopt.cast %x : tensor<13xi32> to tensor<13xf16>
  %3 = dlopt.cast %x saturate : tensor<13xi32> to tensor<13xf16>
  %4 = dlopt.cast %x : tensor<13xi32> to tensor<13xbf16>
  %5 = dlopt.cast %x rounding toward_zero : tensor<13xi32> to tensor<13xf32>
  %6 = dlopt.cast %x rounding upward : tensor<13xi32> to tensor<13xbf16>
  %7 = dlopt.cast %x : tensor<13xi32> to tensor<13xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<13xf32>, tensor<13xf32>, tensor<13xf16>, tensor<13xf16>, tensor<13xbf16>, tensor<13xf32>, tensor<13xbf16>, tensor<13xf64>
}
