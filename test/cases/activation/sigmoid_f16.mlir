// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: activation/sigmoid_f16
// KIND: sigmoid f16
// WHY: In f16 exp(10) and exp(100) are near the top and beyond it.
// CALL: @test
// IN 0: tensor<15xf16> = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 10.0, -10.0, 100.0, -100.0, 1e-05, inf, nan, 88.8125, -88.8125]
// OUT 0: tensor<15xf16> = [0.5, 0.5, 0.731, 0.269, 0.9526, 0.04742, 1.0, 4.54e-05, 1.0, 0.0, 0.5, 1.0, nan, 1.0, 0.0] TOL abs=0.001 rel=0.003
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<15xf16>) -> tensor<15xf16> {
  %one = arith.constant dense<1.0> : tensor<15xf16>
  %0 = arith.negf %x : tensor<15xf16>
  %1 = math.exp %0 : tensor<15xf16>
  %2 = arith.addf %1, %one : tensor<15xf16>
  %r = arith.divf %one, %2 : tensor<15xf16>
  return %r : tensor<15xf16>
}
