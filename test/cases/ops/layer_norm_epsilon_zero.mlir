// RUN: dlopt-run --check %s --target cpu
// CASE: ops/layer_norm_epsilon_zero
// KIND: epsilon 0, in f64
// WHY: A constant row divides zero by zero.
// CALL: @test
// IN 0: tensor<2x2xf64> = [[5.0, 5.0], [1.0, 2.0]]
// OUT 0: tensor<2x2xf64> = [[nan, nan], [-1.0, 1.0]] TOL abs=1e-15 rel=1e-14
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x2xf64>) -> (tensor<2x2xf64>) {
  %0 = dlopt.layer_norm %x axis 1 epsilon 0.0 : tensor<2x2xf64> -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}
