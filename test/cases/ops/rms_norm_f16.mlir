// RUN: dlopt-run --check %s --target cpu
// CASE: ops/rms_norm_f16
// KIND: f16 rows whose squares overflow or vanish in f16
// WHY: The sum of squares is f32; a row of zeros keeps its signs.
// CALL: @test
// IN 0: tensor<4x3xf16> = [[3e+02, 3e+02, 3e+02], [0.001, 0.001, 0.001], [1.0, -2.0, 7e+02], [0.0, -0.0, 0.0]]
// IN 1: tensor<3xf16> = [1.0, 0.5, -2.0]
// OUT 0: tensor<4x3xf16> = [[1.0, 0.5, -2.0], [0.707, 0.3535, -1.414], [0.002474, -0.002474, -3.465], [0.0, -0.0, -0.0]] TOL abs=1e-6 rel=1e-3
// OUT 1: tensor<4x3xf32> = [[1.0, 1.0, 1.0], [0.7072497, 0.7072497, 0.7072497], [0.0024743457, -0.0049486915, 1.732042], [0.0, -0.0, 0.0]] TOL abs=1e-7 rel=1e-5
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<?x?xf16>, %s: tensor<?xf16>) -> (tensor<?x?xf16>, tensor<?x?xf32>) {
  %0 = dlopt.rms_norm %x scale %s axis 1 epsilon 1.0e-6 : tensor<?x?xf16>, tensor<?xf16> -> tensor<?x?xf16>
  %1 = dlopt.rms_norm %x axis 1 epsilon 1.0e-6 : tensor<?x?xf16> -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf16>, tensor<?x?xf32>
}
