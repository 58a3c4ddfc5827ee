// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: argmax/tosa_nan_ignore
// KIND: tosa.argmax with nan_mode IGNORE
// WHY: NaN never wins against a number.
// CALL: @test
// IN 0: tensor<3x3xf32> = [[1.0, nan, 3.0], [nan, nan, nan], [3.0, 2.0, nan]]
// OUT 0: tensor<3xi32> = [2, 0, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x3xf32>) -> tensor<3xi32> {
  %r = tosa.argmax %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x3xf32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}
