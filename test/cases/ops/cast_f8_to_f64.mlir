// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_f8_to_f64
// KIND: f8E4M3FN to f64
// WHY: Exact.
// CALL: @test
// IN 0: tensor<6xf8E4M3FN> = [4.5e+02, -0.0, nan, 0.002, -16.0, 2.4e+02]
// OUT 0: tensor<6xf64> = [448.0, -0.0, nan, 0.001953125, -16.0, 240.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<6xf8E4M3FN>) -> (tensor<6xf64>) {
  %0 = dlopt.cast %x : tensor<6xf8E4M3FN> to tensor<6xf64>
  return %0 : tensor<6xf64>
}
