// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: cast/tosa_f32_to_i8
// KIND: tosa.cast of f32 to i8
// WHY: tosa rounds to nearest even and saturates.
// CALL: @test
// IN 0: tensor<13xf32> = [0.5, 1.5, 2.5, -0.5, -1.5, 126.5, 127.4, 200.0, -129.0, -1000.0, inf, -inf, 1e-45]
// OUT 0: tensor<13xi8> = [0, 2, 2, 0, -2, 126, 127, 127, -128, -128, 127, -128, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<13xf32>) -> tensor<13xi8> {
  %r = tosa.cast %x : (tensor<13xf32>) -> tensor<13xi8>
  return %r : tensor<13xi8>
}
