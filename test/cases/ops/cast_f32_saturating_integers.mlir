// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_f32_saturating_integers
// KIND: f32 beyond the range of integers of 1 to 64 bits, signed and unsigned
// WHY: The largest i32 is no f32: the bound that counts is 2^31. NaN gives 0.
// CALL: @test
// IN 0: tensor<20xf32> = [127.5, 128.0, 1e+10, -1e+10, -129.0, inf, -inf, nan, 254.5, 255.5, -0.7, 2.1474835e+09, 2.1474836e+09, 4.294967e+09, 4.2949673e+09, 9.2233715e+18, 9.223372e+18, 1.8446743e+19, 1.8446744e+19, -9.223372e+18]
// OUT 0: tensor<20xi8> = [127, 127, 127, -128, -128, 127, -128, 0, 127, 127, 0, 127, 127, 127, 127, 127, 127, 127, 127, -128] TOL exact
// OUT 1: tensor<20xi8> = [-128, -128, -1, 0, 0, -1, 0, 0, -2, -1, 0, -1, -1, -1, -1, -1, -1, -1, -1, 0] TOL exact
// OUT 2: tensor<20xi32> = [127, 128, 2147483647, -2147483648, -129, 2147483647, -2147483648, 0, 254, 255, 0, 2147483520, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, -2147483648] TOL exact
// OUT 3: tensor<20xi32> = [127, 128, -1, 0, 0, -1, 0, 0, 254, 255, 0, 2147483520, -2147483648, -256, -1, -1, -1, -1, -1, 0] TOL exact
// OUT 4: tensor<20xi64> = [127, 128, 10000000000, -10000000000, -129, 9223372036854775807, -9223372036854775808, 0, 254, 255, 0, 2147483520, 2147483648, 4294967040, 4294967296, 9223371487098961920, 9223372036854775807, 9223372036854775807, 9223372036854775807, -9223372036854775808] TOL exact
// OUT 5: tensor<20xi64> = [127, 128, 10000000000, 0, 0, -1, 0, 0, 254, 255, 0, 2147483520, 2147483648, 4294967040, 4294967296, 9223371487098961920, -9223372036854775808, -1099511627776, -1, 0] TOL exact
// OUT 6: tensor<20xi4> = [7, 7, 7, -8, -8, 7, -8, 0, 7, 7, 0, 7, 7, 7, 7, 7, 7, 7, 7, -8] TOL exact
// OUT 7: tensor<20xi1> = [1, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0] TOL exact
// OUT 8: tensor<20xi1> = [0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] TOL exact
// OUT 9: tensor<20xi16> = [127, 128, 32767, -32768, -129, 32767, -32768, 0, 254, 255, -1, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, -32768] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<20xf32>) -> (tensor<20xi8>, tensor<20xi8>, tensor<20xi32>, tensor<20xi32>, tensor<20xi64>, tensor<20xi64>, tensor<20xi4>, tensor<20xi1>, tensor<20xi1>, tensor<20xi16>) {
  %0 = dlopt.cast %x saturate : tensor<20xf32> to tensor<20xi8>
  %1 = dlopt.cast %x rounding nearest_even saturate unsigned : tensor<20xf32> to tensor<20xi8>
  %2 = dlopt.cast %x saturate : tensor<20xf32> to tensor<20xi32>
  %3 = dlopt.cast %x saturate unsigned : tensor<20xf32> to tensor<20xi32>
  %4 = dlopt.cast %x saturate : tensor<20xf32> to tensor<20xi64>
  %5 = dlopt.cast %x saturate unsigned : tensor<20xf32> to tensor<20xi64>
  %6 = dlopt.cast %x saturate : tensor<20xf32> to tensor<20xi4>
  %7 = dlopt.cast %x saturate unsigned : tensor<20xf32> to tensor<20xi1>
  %8 = dlopt.cast %x saturate : tensor<20xf32> to tensor<20xi1>
  %9 = dlopt.cast %x rounding downward saturate : tensor<20xf32> to tensor<20xi16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<20xi8>, tensor<20xi8>, tensor<20xi32>, tensor<20xi32>, tensor<20xi64>, tensor<20xi64>, tensor<20xi4>, tensor<20xi1>, tensor<20xi1>, tensor<20xi16>
}
