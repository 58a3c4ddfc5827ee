// RUN: dlopt-run --check %s --target cpu
// CASE: ops/pool_kinds_float
// KIND: all float kinds over pairs with NaN, signed zeros and infinities
// WHY: max and min let NaN win, maxnum and minnum let it lose; +0 is above
//   -0.
// CALL: @test
// IN 0: tensor<8xf32> = [1.0, nan, -3.0, -0.0, 0.0, inf, -inf, nan]
// OUT 0: tensor<7xf32> = [nan, nan, -0.0, 0.0, inf, inf, nan] TOL exact
// OUT 1: tensor<7xf32> = [nan, nan, -3.0, -0.0, 0.0, -inf, nan] TOL exact
// OUT 2: tensor<7xf32> = [1.0, -3.0, -0.0, -0.0, inf, inf, -inf] TOL abs=0 rel=0
// OUT 3: tensor<7xf32> = [1.0, -3.0, -3.0, -0.0, 0.0, -inf, -inf] TOL abs=0 rel=0
// OUT 4: tensor<7xf32> = [nan, nan, -3.0, 0.0, inf, nan, nan] TOL exact
// OUT 5: tensor<7xf32> = [nan, nan, 0.0, -0.0, nan, -inf, nan] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<8xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %0 = dlopt.pool max %x dims [0] window [2] : tensor<8xf32> -> tensor<7xf32>
  %1 = dlopt.pool min %x dims [0] window [2] : tensor<8xf32> -> tensor<7xf32>
  %2 = dlopt.pool maxnum %x dims [0] window [2] : tensor<8xf32> -> tensor<7xf32>
  %3 = dlopt.pool minnum %x dims [0] window [2] : tensor<8xf32> -> tensor<7xf32>
  %4 = dlopt.pool add %x dims [0] window [2] : tensor<8xf32> -> tensor<7xf32>
  %5 = dlopt.pool mul %x dims [0] window [2] : tensor<8xf32> -> tensor<7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}
