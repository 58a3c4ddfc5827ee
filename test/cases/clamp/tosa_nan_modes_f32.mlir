// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: clamp/tosa_nan_modes_f32
// KIND: tosa.clamp of f32 to [-1, 2] with both nan modes
// WHY: PROPAGATE keeps NaN; IGNORE gives the lower bound for it.
// CALL: @test
// IN 0: tensor<8xf32> = [nan, -0.0, 0.0, 0.5, -3.0, 3.0, inf, -inf]
// OUT 0: tensor<8xf32> = [nan, -0.0, 0.0, 0.5, -1.0, 2.0, 2.0, -1.0] TOL exact
// OUT 1: tensor<8xf32> = [-1.0, -0.0, 0.0, 0.5, -1.0, 2.0, 2.0, -1.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r = tosa.clamp %x {min_val = -1.0 : f32, max_val = 2.0 : f32, nan_mode = PROPAGATE} : (tensor<8xf32>) -> tensor<8xf32>
  %s = tosa.clamp %x {min_val = -1.0 : f32, max_val = 2.0 : f32, nan_mode = IGNORE} : (tensor<8xf32>) -> tensor<8xf32>
  return %r, %s : tensor<8xf32>, tensor<8xf32>
}
