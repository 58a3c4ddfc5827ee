// RUN: dlopt-run --check %s --target cpu --opt-level 0
// RUN: dlopt-run --check %s --target cpu --opt-level 1
// RUN: dlopt-run --check %s --target cpu --opt-level 2
// RUN: dlopt-run --check %s --target cpu --opt-level 3
// CASE: ops/cast_directions_bf16
// KIND: f32 to bf16 in every direction
// WHY: Ties, the step to the next power of two, the largest f32, subnormals.
//   At every level: LLVM 22 loses the sign of a bf16 made with masks at -O1.
// CALL: @test
// IN 0: tensor<18xf32> = [1.0, 1.0039062, 1.0117188, 1.0039064, -1.0039062, 1.0019531, 1.9999999, 3.3895314e+38, 3.4028235e+38, -3.4028235e+38, 1e-45, -1e-45, 9.2e-41, inf, -inf, nan, -0.0, 0.0]
// OUT 0: tensor<18xbf16> = [1.0, 1.0, 1.016, 1.01, -1.0, 1.0, 2.0, 3.39e+38, inf, -inf, 0.0, -0.0, 9e-41, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 1: tensor<18xbf16> = [1.0, 1.0, 1.01, 1.0, -1.0, 1.0, 1.99, 3.39e+38, 3.39e+38, -3.39e+38, 0.0, -0.0, 9e-41, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 2: tensor<18xbf16> = [1.0, 1.0, 1.01, 1.0, -1.01, 1.0, 1.99, 3.39e+38, 3.39e+38, -inf, 0.0, -9e-41, 9e-41, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 3: tensor<18xbf16> = [1.0, 1.01, 1.016, 1.01, -1.0, 1.01, 2.0, 3.39e+38, inf, -3.39e+38, 9e-41, -0.0, 2e-40, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 4: tensor<18xbf16> = [1.0, 1.01, 1.016, 1.01, -1.01, 1.0, 2.0, 3.39e+38, inf, -inf, 0.0, -0.0, 9e-41, inf, -inf, nan, -0.0, 0.0] TOL exact
// OUT 5: tensor<18xbf16> = [1.0, 1.0, 1.016, 1.01, -1.0, 1.0, 2.0, 3.39e+38, 3.39e+38, -3.39e+38, 0.0, -0.0, 9e-41, 3.39e+38, -3.39e+38, nan, -0.0, 0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<18xf32>) -> (tensor<18xbf16>, tensor<18xbf16>, tensor<18xbf16>, tensor<18xbf16>, tensor<18xbf16>, tensor<18xbf16>) {
  %0 = dlopt.cast %x rounding nearest_even : tensor<18xf32> to tensor<18xbf16>
  %1 = dlopt.cast %x rounding toward_zero : tensor<18xf32> to tensor<18xbf16>
  %2 = dlopt.cast %x rounding downward : tensor<18xf32> to tensor<18xbf16>
  %3 = dlopt.cast %x rounding upward : tensor<18xf32> to tensor<18xbf16>
  %4 = dlopt.cast %x rounding nearest_away : tensor<18xf32> to tensor<18xbf16>
  %5 = dlopt.cast %x saturate : tensor<18xf32> to tensor<18xbf16>
  return %0, %1, %2, %3, %4, %5 : tensor<18xbf16>, tensor<18xbf16>, tensor<18xbf16>, tensor<18xbf16>, tensor<18xbf16>, tensor<18xbf16>
}
