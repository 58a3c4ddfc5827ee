// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/bf16_chain_rounds_each_step
// KIND: (a + b) * a - 1 in bf16
// WHY: The program rounds to bf16 three times. A chain kept in f32 gives
//   other bits.
// CALL: @test
// IN 0: tensor<5xbf16> = [1.0, 1.0078125, 255.0, 256.0, 3.0]
// IN 1: tensor<5xbf16> = [3.0, 256.0, 255.0, 1.0078125, 1.0]
// OUT 0: tensor<5xbf16> = [3.0, 260.0, 130048.0, 66048.0, 11.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%a: tensor<5xbf16>, %b: tensor<5xbf16>) -> tensor<5xbf16> {
  %one = arith.constant dense<1.0> : tensor<5xbf16>
  %0 = arith.addf %a, %b : tensor<5xbf16>
  %1 = arith.mulf %0, %a : tensor<5xbf16>
  %2 = arith.subf %1, %one : tensor<5xbf16>
  return %2 : tensor<5xbf16>
}
