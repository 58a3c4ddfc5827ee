// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_f32_to_f8E4M3FN
// KIND: f32 to f8E4M3FN, plain and saturating
// WHY: Beyond 464 there is NaN, with saturation 448; subnormals and signed
//   zeros stay.
// CALL: @test
// IN 0: tensor<28xf32> = [448.0, 464.0, 464.03125, 480.0, -500.0, inf, -inf, nan, 0.0009765625, 0.0014648438, 0.00048828125, -0.0, 0.0, 17.0, 19.0, 18.0, -17.0, 1e-30, -1e-30, 57344.0, 61440.0, 61441.0, 1e+10, -1e+10, 240.0, 247.9, 248.0, 3e+38]
// OUT 0: tensor<28xf8E4M3FN> = [4.5e+02, 4.5e+02, nan, nan, nan, nan, nan, nan, 0.0, 0.002, 0.0, -0.0, 0.0, 16.0, 2e+01, 18.0, -16.0, 0.0, -0.0, nan, nan, nan, nan, nan, 2.4e+02, 2.4e+02, 2.6e+02, nan] TOL exact
// OUT 1: tensor<28xf8E4M3FN> = [4.5e+02, 4.5e+02, 4.5e+02, 4.5e+02, -4.5e+02, 4.5e+02, -4.5e+02, nan, 0.0, 0.002, 0.0, -0.0, 0.0, 16.0, 2e+01, 18.0, -16.0, 0.0, -0.0, 4.5e+02, 4.5e+02, 4.5e+02, 4.5e+02, -4.5e+02, 2.4e+02, 2.4e+02, 2.6e+02, 4.5e+02] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<28xf32>) -> (tensor<28xf8E4M3FN>, tensor<28xf8E4M3FN>) {
  %0 = dlopt.cast %x : tensor<28xf32> to tensor<28xf8E4M3FN>
  %1 = dlopt.cast %x saturate : tensor<28xf32> to tensor<28xf8E4M3FN>
  return %0, %1 : tensor<28xf8E4M3FN>, tensor<28xf8E4M3FN>
}
