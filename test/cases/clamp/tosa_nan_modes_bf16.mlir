// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: clamp/tosa_nan_modes_bf16
// KIND: tosa.clamp of bf16 to [-1, 2] with both nan modes
// WHY: PROPAGATE keeps NaN; IGNORE gives the lower bound for it.
// CALL: @test
// IN 0: tensor<8xbf16> = [nan, -0.0, 0.0, 0.5, -3.0, 3.0, inf, -inf]
// OUT 0: tensor<8xbf16> = [nan, -0.0, 0.0, 0.5, -1.0, 2.0, 2.0, -1.0] TOL exact
// OUT 1: tensor<8xbf16> = [-1.0, -0.0, 0.0, 0.5, -1.0, 2.0, 2.0, -1.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<8xbf16>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %r = tosa.clamp %x {min_val = -1.0 : bf16, max_val = 2.0 : bf16, nan_mode = PROPAGATE} : (tensor<8xbf16>) -> tensor<8xbf16>
  %s = tosa.clamp %x {min_val = -1.0 : bf16, max_val = 2.0 : bf16, nan_mode = IGNORE} : (tensor<8xbf16>) -> tensor<8xbf16>
  return %r, %s : tensor<8xbf16>, tensor<8xbf16>
}
