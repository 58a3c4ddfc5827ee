// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: activation/gelu_tanh_bf16
// KIND: gelu tanh bf16
// WHY: tanh form in bf16.
// CALL: @test
// IN 0: tensor<15xbf16> = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 10.0, -10.0, 100.0, -100.0, 1.0013580322265625e-05, inf, nan, 89.0, -89.0]
// OUT 0: tensor<15xbf16> = [0.0, -0.0, 0.83984375, -0.1591796875, 3.0, -0.003631591796875, 10.0, -0.0, 100.0, -0.0, 5.0067901611328125e-06, inf, nan, 89.0, -0.0] TOL abs=0.03 rel=0.03
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<15xbf16>) -> tensor<15xbf16> {
  %h = arith.constant dense<0.5> : tensor<15xbf16>
  %one = arith.constant dense<1.0> : tensor<15xbf16>
  %a = arith.constant dense<0.044715> : tensor<15xbf16>
  %s = arith.constant dense<0.7978845608> : tensor<15xbf16>
  %0 = arith.mulf %x, %x : tensor<15xbf16>
  %1 = arith.mulf %0, %x : tensor<15xbf16>
  %2 = arith.mulf %1, %a : tensor<15xbf16>
  %3 = arith.addf %x, %2 : tensor<15xbf16>
  %4 = arith.mulf %3, %s : tensor<15xbf16>
  %5 = math.tanh %4 : tensor<15xbf16>
  %6 = arith.addf %5, %one : tensor<15xbf16>
  %7 = arith.mulf %6, %h : tensor<15xbf16>
  %r = arith.mulf %x, %7 : tensor<15xbf16>
  return %r : tensor<15xbf16>
}
