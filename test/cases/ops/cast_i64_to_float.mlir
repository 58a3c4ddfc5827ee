// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_i64_to_float
// KIND: i64 to floats in one rounding
// WHY: Bits that f64 cannot hold still decide a tie of bf16.
// CALL: @test
// IN 0: tensor<11xi64> = [9007199254740993, -9007199254740993, 9223372036854775807, -9223372036854775808, 72339069014638593, 72339069014638592, -72339069014638593, 3, -3, 36170086419038337, 9223371761976868863]
// OUT 0: tensor<11xf32> = [9.007199e+15, -9.007199e+15, 9.223372e+18, -9.223372e+18, 7.233907e+16, 7.233907e+16, -7.233907e+16, 3.0, -3.0, 3.617009e+16, 9.2233715e+18] TOL exact
// OUT 1: tensor<11xf32> = [9.007199e+15, 1.8437737e+19, 9.223372e+18, 9.223372e+18, 7.233907e+16, 7.233907e+16, 1.8374405e+19, 3.0, 1.8446744e+19, 3.617009e+16, 9.2233715e+18] TOL exact
// OUT 2: tensor<11xf64> = [9007199254740992.0, -9007199254740992.0, 9.223372036854776e+18, -9.223372036854776e+18, 7.23390690146386e+16, 7.23390690146386e+16, -7.23390690146386e+16, 3.0, -3.0, 3.617008641903834e+16, 9.223371761976869e+18] TOL exact
// OUT 3: tensor<11xbf16> = [9e+15, -9e+15, 9.22e+18, -9.22e+18, 7.26e+16, 7.2e+16, -7.26e+16, 3.0, -3.0, 3.63e+16, 9.22e+18] TOL exact
// OUT 4: tensor<11xbf16> = [9e+15, 1.845e+19, 9.22e+18, 9.22e+18, 7.26e+16, 7.2e+16, 1.84e+19, 3.0, 1.845e+19, 3.63e+16, 9.22e+18] TOL exact
// OUT 5: tensor<11xf16> = [inf, -inf, inf, -inf, inf, inf, -inf, 3.0, -3.0, inf, inf] TOL exact
// OUT 6: tensor<11xf32> = [9.007199e+15, -9.0072e+15, 9.2233715e+18, -9.223372e+18, 7.233907e+16, 7.233907e+16, -7.233908e+16, 3.0, -3.0, 3.6170084e+16, 9.2233715e+18] TOL exact
// OUT 7: tensor<11xbf16> = [9e+15, -9e+15, 9.22e+18, -9.22e+18, 7.26e+16, 7.26e+16, -7.26e+16, 3.0, -3.0, 3.63e+16, 9.22e+18] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<11xi64>) -> (tensor<11xf32>, tensor<11xf32>, tensor<11xf64>, tensor<11xbf16>, tensor<11xbf16>, tensor<11xf16>, tensor<11xf32>, tensor<11xbf16>) {
  %0 = dlopt.cast %x : tensor<11xi64> to tensor<11xf32>
  %1 = dlopt.cast %x unsigned : tensor<11xi64> to tensor<11xf32>
  %2 = dlopt.cast %x : tensor<11xi64> to tensor<11xf64>
  %3 = dlopt.cast %x : tensor<11xi64> to tensor<11xbf16>
  %4 = dlopt.cast %x unsigned : tensor<11xi64> to tensor<11xbf16>
  %5 = dlopt.cast %x : tensor<11xi64> to tensor<11xf16>
  %6 = dlopt.cast %x rounding downward : tensor<11xi64> to tensor<11xf32>
  %7 = dlopt.cast %x rounding nearest_away : tensor<11xi64> to tensor<11xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<11xf32>, tensor<11xf32>, tensor<11xf64>, tensor<11xbf16>, tensor<11xbf16>, tensor<11xf16>, tensor<11xf32>, tensor<11xbf16>
}
