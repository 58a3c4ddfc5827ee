// RUN: dlopt-run --check %s --target cpu
// CASE: ops/softmax_f32_specials
// KIND: rows with large logits, -inf, all -inf, +inf and NaN
// WHY: The maximum is subtracted first; a row that is -inf throughout is NaN
//   unless zero is asked for.
// CALL: @test
// IN 0: tensor<6x4xf32> = [[1.0, 2.0, 3.0, -1.0], [1e+30, 1e+30, -1e+30, 0.0], [-inf, 0.0, 1.0, -inf], [-inf, -inf, -inf, -inf], [inf, 0.0, 0.0, 0.0], [nan, 0.0, 0.0, 0.0]]
// OUT 0: tensor<6x4xf32> = [[0.08894682, 0.24178252, 0.657233, 0.012037642], [0.5, 0.5, 0.0, 0.0], [0.0, 0.26894143, 0.7310586, 0.0], [nan, nan, nan, nan], [nan, nan, nan, nan], [nan, nan, nan, nan]] TOL abs=1e-7 rel=1e-6
// OUT 1: tensor<6x4xf32> = [[0.08894682, 0.24178252, 0.657233, 0.012037642], [0.5, 0.5, 0.0, 0.0], [0.0, 0.26894143, 0.7310586, 0.0], [0.0, 0.0, 0.0, 0.0], [nan, nan, nan, nan], [nan, nan, nan, nan]] TOL abs=1e-7 rel=1e-6
// OUT 2: tensor<6x4xf32> = [[-2.4197166, -1.4197166, -0.41971666, -4.419717], [-0.6931472, -0.6931472, -2e+30, -1e+30], [-inf, -1.3132616, -0.3132617, -inf], [nan, nan, nan, nan], [nan, nan, nan, nan], [nan, nan, nan, nan]] TOL abs=1e-6 rel=1e-6
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) {
  %0 = dlopt.softmax %x dim 1 : tensor<6x4xf32> -> tensor<6x4xf32>
  %1 = dlopt.softmax %x dim 1 masked_rows zero : tensor<6x4xf32> -> tensor<6x4xf32>
  %2 = dlopt.softmax %x dim 1 log : tensor<6x4xf32> -> tensor<6x4xf32>
  return %0, %1, %2 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
}
