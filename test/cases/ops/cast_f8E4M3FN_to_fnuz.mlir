// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_f8E4M3FN_to_fnuz
// KIND: f8E4M3FN to f8E4M3FNUZ
// WHY: Of two 8-bit formats each has numbers that the other lacks.
// CALL: @test
// IN 0: tensor<6xf8E4M3FN> = [4.5e+02, -0.0, nan, 0.002, -16.0, 2.4e+02]
// OUT 0: tensor<6xf8E4M3FNUZ> = [nan, 0.0, nan, 0.002, -16.0, 2.4e+02] TOL exact
// OUT 1: tensor<6xf8E4M3FNUZ> = [2.4e+02, 0.0, nan, 0.002, -16.0, 2.4e+02] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<6xf8E4M3FN>) -> (tensor<6xf8E4M3FNUZ>, tensor<6xf8E4M3FNUZ>) {
  %0 = dlopt.cast %x : tensor<6xf8E4M3FN> to tensor<6xf8E4M3FNUZ>
  %1 = dlopt.cast %x saturate : tensor<6xf8E4M3FN> to tensor<6xf8E4M3FNUZ>
  return %0, %1 : tensor<6xf8E4M3FNUZ>, tensor<6xf8E4M3FNUZ>
}
