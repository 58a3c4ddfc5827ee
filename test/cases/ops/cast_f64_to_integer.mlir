// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_f64_to_integer
// KIND: f64 to i64 and i32
// WHY: 2^63 is one too many.
// CALL: @test
// IN 0: tensor<8xf64> = [9.223372036854775e+18, 9.223372036854776e+18, -9.223372036854776e+18, 2147483647.5, 2147483646.5, nan, -1e+300, 4503599627370498.0]
// OUT 0: tensor<8xi64> = [9223372036854774784, 9223372036854775807, -9223372036854775808, 2147483648, 2147483646, 0, -9223372036854775808, 4503599627370498] TOL exact
// OUT 1: tensor<8xi32> = [2147483647, 2147483647, -2147483648, 2147483647, 2147483646, 0, -2147483648, 2147483647] TOL exact
// OUT 2: tensor<8xi64> = [9223372036854774784, -9223372036854775808, 0, 2147483647, 2147483646, 0, 0, 4503599627370498] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<8xf64>) -> (tensor<8xi64>, tensor<8xi32>, tensor<8xi64>) {
  %0 = dlopt.cast %x rounding nearest_even saturate : tensor<8xf64> to tensor<8xi64>
  %1 = dlopt.cast %x rounding nearest_even saturate : tensor<8xf64> to tensor<8xi32>
  %2 = dlopt.cast %x saturate unsigned : tensor<8xf64> to tensor<8xi64>
  return %0, %1, %2 : tensor<8xi64>, tensor<8xi32>, tensor<8xi64>
}
