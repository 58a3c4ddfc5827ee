// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: activation/gelu_erf_f32
// KIND: gelu erf f32
// WHY: Exact GELU: inf stays inf, NaN stays NaN.
// CALL: @test
// IN 0: tensor<15xf32> = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 10.0, -10.0, 100.0, -100.0, 1e-05, inf, nan, 88.8, -88.8]
// OUT 0: tensor<15xf32> = [0.0, -0.0, 0.8413447, -0.15865526, 2.9959502, -0.0040496946, 10.0, -0.0, 100.0, -0.0, 5.00004e-06, inf, nan, 88.8, -0.0] TOL abs=1e-6 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<15xf32>) -> tensor<15xf32> {
  %h = arith.constant dense<0.5> : tensor<15xf32>
  %one = arith.constant dense<1.0> : tensor<15xf32>
  %s = arith.constant dense<0.70710678> : tensor<15xf32>
  %0 = arith.mulf %x, %s : tensor<15xf32>
  %1 = math.erf %0 : tensor<15xf32>
  %2 = arith.addf %1, %one : tensor<15xf32>
  %3 = arith.mulf %x, %h : tensor<15xf32>
  %r = arith.mulf %3, %2 : tensor<15xf32>
  return %r : tensor<15xf32>
}
