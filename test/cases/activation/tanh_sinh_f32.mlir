// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: activation/tanh_sinh_f32
// KIND: tanh sinh f32
// WHY: expm1 of 1e-5 has all its digits.
// CALL: @test
// IN 0: tensor<13xf32> = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 10.0, -10.0, -100.0, 1e-05, inf, nan, -88.8]
// OUT 0: tensor<13xf32> = [0.0, -0.0, 2.479876, -1.3937147, 20.080591, -1.9452677, 22026.465, -1.9999546, -2.0, 2.0000049e-05, inf, nan, -2.0] TOL abs=1e-8 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<13xf32>) -> tensor<13xf32> {
  %0 = math.expm1 %x : tensor<13xf32>
  %1 = math.tanh %x : tensor<13xf32>
  %r = arith.addf %0, %1 : tensor<13xf32>
  return %r : tensor<13xf32>
}
