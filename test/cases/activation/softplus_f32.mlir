// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: activation/softplus_f32
// KIND: softplus f32
// WHY: log1p must not become log(1 + x).
// CALL: @test
// IN 0: tensor<15xf32> = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 10.0, -10.0, 100.0, -100.0, 1e-05, inf, nan, 88.8, -88.8]
// OUT 0: tensor<15xf32> = [0.6931472, 0.6931472, 1.3132616, 0.3132617, 3.0485873, 0.048587352, 10.000046, 4.5398898e-05, 100.0, 3.8e-44, 0.6931522, inf, nan, 88.8, 2.720499e-39] TOL abs=1e-6 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<15xf32>) -> tensor<15xf32> {
  %z = arith.constant dense<0.0> : tensor<15xf32>
  %0 = math.absf %x : tensor<15xf32>
  %1 = arith.negf %0 : tensor<15xf32>
  %2 = math.exp %1 : tensor<15xf32>
  %3 = math.log1p %2 : tensor<15xf32>
  %4 = arith.maximumf %x, %z : tensor<15xf32>
  %r = arith.addf %3, %4 : tensor<15xf32>
  return %r : tensor<15xf32>
}
