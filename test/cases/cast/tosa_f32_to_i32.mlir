// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: cast/tosa_f32_to_i32
// KIND: tosa.cast of f32 to i32
// WHY: 2^31 is beyond i32 and saturates; it is a float, 2^31 - 1 is not.
// CALL: @test
// IN 0: tensor<9xf32> = [1000000000.0, -1000000000.0, 2147483600.0, -2147483600.0, 1e+20, -1e+20, 0.5, 1.5, 16777216.0]
// OUT 0: tensor<9xi32> = [1000000000, -1000000000, 2147483647, -2147483648, 2147483647, -2147483648, 0, 2, 16777216] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<9xf32>) -> tensor<9xi32> {
  %r = tosa.cast %x : (tensor<9xf32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}
