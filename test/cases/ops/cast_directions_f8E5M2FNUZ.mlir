// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_directions_f8E5M2FNUZ
// KIND: f32 to f8E5M2FNUZ in every direction
// WHY: A small negative number is a zero without sign, or the first number
//   below it.
// CALL: @test
// IN 0: tensor<28xf32> = [448.0, 464.0, 464.03125, 480.0, -500.0, inf, -inf, nan, 0.0009765625, 0.0014648438, 0.00048828125, -0.0, 0.0, 17.0, 19.0, 18.0, -17.0, 1e-30, -1e-30, 57344.0, 61440.0, 61441.0, 1e+10, -1e+10, 240.0, 247.9, 248.0, 3e+38]
// OUT 0: tensor<28xf8E5M2FNUZ> = [4.5e+02, 4.5e+02, 4.5e+02, 5e+02, -5e+02, nan, nan, nan, 0.001, 0.0015, 0.0005, 0.0, 0.0, 16.0, 2e+01, 16.0, -16.0, 0.0, 0.0, 6e+04, nan, nan, nan, nan, 2.6e+02, 2.6e+02, 2.6e+02, nan] TOL exact
// OUT 1: tensor<28xf8E5M2FNUZ> = [4.5e+02, 4.5e+02, 4.5e+02, 4.5e+02, -4.5e+02, nan, nan, nan, 0.001, 0.0015, 0.0005, 0.0, 0.0, 16.0, 16.0, 16.0, -16.0, 0.0, 0.0, 6e+04, 6e+04, 6e+04, 6e+04, -6e+04, 2.2e+02, 2.2e+02, 2.2e+02, 6e+04] TOL exact
// OUT 2: tensor<28xf8E5M2FNUZ> = [4.5e+02, 4.5e+02, 4.5e+02, 4.5e+02, -5e+02, nan, nan, nan, 0.001, 0.0015, 0.0005, 0.0, 0.0, 16.0, 16.0, 16.0, -2e+01, 0.0, -8e-06, 6e+04, 6e+04, 6e+04, 6e+04, nan, 2.2e+02, 2.2e+02, 2.2e+02, 6e+04] TOL exact
// OUT 3: tensor<28xf8E5M2FNUZ> = [4.5e+02, 5e+02, 5e+02, 5e+02, -4.5e+02, nan, nan, nan, 0.001, 0.0015, 0.0005, 0.0, 0.0, 2e+01, 2e+01, 2e+01, -16.0, 8e-06, 0.0, 6e+04, nan, nan, nan, -6e+04, 2.6e+02, 2.6e+02, 2.6e+02, nan] TOL exact
// OUT 4: tensor<28xf8E5M2FNUZ> = [4.5e+02, 4.5e+02, 4.5e+02, 5e+02, -5e+02, nan, nan, nan, 0.001, 0.0015, 0.0005, 0.0, 0.0, 16.0, 2e+01, 2e+01, -16.0, 0.0, 0.0, 6e+04, nan, nan, nan, nan, 2.6e+02, 2.6e+02, 2.6e+02, nan] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<28xf32>) -> (tensor<28xf8E5M2FNUZ>, tensor<28xf8E5M2FNUZ>, tensor<28xf8E5M2FNUZ>, tensor<28xf8E5M2FNUZ>, tensor<28xf8E5M2FNUZ>) {
  %0 = dlopt.cast %x rounding nearest_even : tensor<28xf32> to tensor<28xf8E5M2FNUZ>
  %1 = dlopt.cast %x rounding toward_zero : tensor<28xf32> to tensor<28xf8E5M2FNUZ>
  %2 = dlopt.cast %x rounding downward : tensor<28xf32> to tensor<28xf8E5M2FNUZ>
  %3 = dlopt.cast %x rounding upward : tensor<28xf32> to tensor<28xf8E5M2FNUZ>
  %4 = dlopt.cast %x rounding nearest_away : tensor<28xf32> to tensor<28xf8E5M2FNUZ>
  return %0, %1, %2, %3, %4 : tensor<28xf8E5M2FNUZ>, tensor<28xf8E5M2FNUZ>, tensor<28xf8E5M2FNUZ>, tensor<28xf8E5M2FNUZ>, tensor<28xf8E5M2FNUZ>
}
