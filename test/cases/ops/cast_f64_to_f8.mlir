// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_f64_to_f8
// KIND: f64 to 8-bit floats in one rounding
// WHY: Just above a tie of three mantissa bits, by less than an f32 can tell.
// CALL: @test
// IN 0: tensor<10xf64> = [1.0625000000009095, 1.0625, -1.0625000000009095, 1.0624999999990905, 1e+300, 464.0, 464.0000001, inf, nan, -0.0]
// OUT 0: tensor<10xf8E4M3FN> = [1.1, 1.0, -1.1, 1.0, nan, 4.5e+02, nan, nan, nan, -0.0] TOL exact
// OUT 1: tensor<10xf8E4M3FN> = [1.1, 1.0, -1.1, 1.0, 4.5e+02, 4.5e+02, 4.5e+02, 4.5e+02, nan, -0.0] TOL exact
// OUT 2: tensor<10xf8E5M2> = [1.0, 1.0, -1.2, 1.0, 6e+04, 4.5e+02, 4.5e+02, inf, nan, -0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<10xf64>) -> (tensor<10xf8E4M3FN>, tensor<10xf8E4M3FN>, tensor<10xf8E5M2>) {
  %0 = dlopt.cast %x : tensor<10xf64> to tensor<10xf8E4M3FN>
  %1 = dlopt.cast %x saturate : tensor<10xf64> to tensor<10xf8E4M3FN>
  %2 = dlopt.cast %x rounding downward : tensor<10xf64> to tensor<10xf8E5M2>
  return %0, %1, %2 : tensor<10xf8E4M3FN>, tensor<10xf8E4M3FN>, tensor<10xf8E5M2>
}
