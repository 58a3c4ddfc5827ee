// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/f16_chain_rounds_each_step
// KIND: (a + b) * a - 1 in f16
// WHY: The same in f16: 60000 * 60001 is inf at once.
// CALL: @test
// IN 0: tensor<6xf16> = [1.0, 1.001, 2047.0, 2048.0, 3.0, 60000.0]
// IN 1: tensor<6xf16> = [60000.0, 3.0, 2048.0, 2047.0, 1.001, 1.0]
// OUT 0: tensor<6xf16> = [60000.0, 3.004, inf, inf, 11.0, inf] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%a: tensor<6xf16>, %b: tensor<6xf16>) -> tensor<6xf16> {
  %one = arith.constant dense<1.0> : tensor<6xf16>
  %0 = arith.addf %a, %b : tensor<6xf16>
  %1 = arith.mulf %0, %a : tensor<6xf16>
  %2 = arith.subf %1, %one : tensor<6xf16>
  return %2 : tensor<6xf16>
}
