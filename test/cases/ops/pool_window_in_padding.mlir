// RUN: dlopt-run --check %s --target cpu
// CASE: ops/pool_window_in_padding
// KIND: windows that lie wholly in the padding
// WHY: A window without elements gives the neutral element of the
//   accumulator: -inf, 0, 1, NaN; in f8E4M3FN, which has no infinity, the
//   f32 -inf becomes NaN.
// CALL: @test
// IN 0: tensor<2xf32> = [1.0, -2.0]
// IN 1: tensor<2xf8E4M3FN> = [1.0, -2.0]
// OUT 0: tensor<4xf32> = [-inf, 1.0, -2.0, -inf] TOL exact
// OUT 1: tensor<4xf32> = [0.0, 1.0, -2.0, 0.0] TOL exact
// OUT 2: tensor<4xf32> = [1.0, 1.0, -2.0, 1.0] TOL exact
// OUT 3: tensor<4xf32> = [nan, 1.0, -2.0, nan] TOL exact
// OUT 4: tensor<4xf8E4M3FN> = [nan, 1.0, -2.0, nan] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2xf32>, %y: tensor<2xf8E4M3FN>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf8E4M3FN>) {
  %0 = dlopt.pool max %x dims [0] window [1] pad_low [1] pad_high [1] : tensor<2xf32> -> tensor<4xf32>
  %1 = dlopt.pool add %x dims [0] window [1] pad_low [1] pad_high [1] : tensor<2xf32> -> tensor<4xf32>
  %2 = dlopt.pool mul %x dims [0] window [1] pad_low [1] pad_high [1] : tensor<2xf32> -> tensor<4xf32>
  %3 = dlopt.pool maxnum %x dims [0] window [1] pad_low [1] pad_high [1] : tensor<2xf32> -> tensor<4xf32>
  %4 = dlopt.pool max %y dims [0] window [1] pad_low [1] pad_high [1] : tensor<2xf8E4M3FN> -> tensor<4xf8E4M3FN>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf8E4M3FN>
}
