// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_narrow_float_to_integer
// KIND: f16 to i32 and i8
// WHY: 2^31 is beyond f16: the comparison is made in f32.
// CALL: @test
// IN 0: tensor<9xf16> = [6.55e+04, -6.55e+04, inf, -inf, nan, 2.5, 3.5, -0.0, 3e+02]
// OUT 0: tensor<9xi32> = [65504, -65504, 2147483647, -2147483648, 0, 2, 4, 0, 300] TOL exact
// OUT 1: tensor<9xi8> = [-1, 0, -1, 0, 0, 2, 3, 0, -1] TOL exact
// OUT 2: tensor<9xi64> = [65504, -65504, 9223372036854775807, -9223372036854775808, 0, 2, 3, 0, 300] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<9xf16>) -> (tensor<9xi32>, tensor<9xi8>, tensor<9xi64>) {
  %0 = dlopt.cast %x rounding nearest_even saturate : tensor<9xf16> to tensor<9xi32>
  %1 = dlopt.cast %x saturate unsigned : tensor<9xf16> to tensor<9xi8>
  %2 = dlopt.cast %x saturate : tensor<9xf16> to tensor<9xi64>
  return %0, %1, %2 : tensor<9xi32>, tensor<9xi8>, tensor<9xi64>
}
