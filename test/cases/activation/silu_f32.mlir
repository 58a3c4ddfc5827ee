// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: activation/silu_f32
// KIND: silu f32
// WHY: x / (1 + exp(-x)): exp overflows to inf for -100, and -100 / inf is
//   -0.
// CALL: @test
// IN 0: tensor<15xf32> = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 10.0, -10.0, 100.0, -100.0, 1e-05, inf, nan, 88.8, -88.8]
// OUT 0: tensor<15xf32> = [0.0, -0.0, 0.7310586, -0.26894143, 2.8577223, -0.14227761, 9.999546, -0.0004539787, 100.0, -3.72e-42, 5.000025e-06, inf, nan, 88.8, -2.4158038e-37] TOL abs=1e-6 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<15xf32>) -> tensor<15xf32> {
  %one = arith.constant dense<1.0> : tensor<15xf32>
  %0 = arith.negf %x : tensor<15xf32>
  %1 = math.exp %0 : tensor<15xf32>
  %2 = arith.addf %1, %one : tensor<15xf32>
  %r = arith.divf %x, %2 : tensor<15xf32>
  return %r : tensor<15xf32>
}
