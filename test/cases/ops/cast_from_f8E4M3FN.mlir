// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_from_f8E4M3FN
// KIND: f8E4M3FN to wider and other 8-bit formats
// WHY: Widening is exact; between two 8-bit formats a number is rounded once.
// CALL: @test
// IN 0: tensor<6xf8E4M3FN> = [4.5e+02, -0.0, nan, 0.002, -16.0, 2.4e+02]
// OUT 0: tensor<6xf32> = [448.0, -0.0, nan, 0.001953125, -16.0, 240.0] TOL exact
// OUT 1: tensor<6xf16> = [448.0, -0.0, nan, 0.001953, -16.0, 2.4e+02] TOL exact
// OUT 2: tensor<6xbf16> = [448.0, -0.0, nan, 0.00195, -16.0, 2.4e+02] TOL exact
// OUT 3: tensor<6xf8E5M2> = [4.5e+02, -0.0, nan, 0.002, -16.0, 2.6e+02] TOL exact
// OUT 4: tensor<6xf8E4M3FN> = [4.5e+02, -0.0, nan, 0.002, -16.0, 2.4e+02] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<6xf8E4M3FN>) -> (tensor<6xf32>, tensor<6xf16>, tensor<6xbf16>, tensor<6xf8E5M2>, tensor<6xf8E4M3FN>) {
  %0 = dlopt.cast %x : tensor<6xf8E4M3FN> to tensor<6xf32>
  %1 = dlopt.cast %x : tensor<6xf8E4M3FN> to tensor<6xf16>
  %2 = dlopt.cast %x : tensor<6xf8E4M3FN> to tensor<6xbf16>
  %3 = dlopt.cast %x : tensor<6xf8E4M3FN> to tensor<6xf8E5M2>
  %4 = dlopt.cast %x : tensor<6xf8E4M3FN> to tensor<6xf8E4M3FN>
  return %0, %1, %2, %3, %4 : tensor<6xf32>, tensor<6xf16>, tensor<6xbf16>, tensor<6xf8E5M2>, tensor<6xf8E4M3FN>
}
