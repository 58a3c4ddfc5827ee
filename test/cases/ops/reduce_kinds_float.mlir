// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_kinds_float
// KIND: all float kinds over rows with NaN, infinities and signed zeros
// WHY: A row of -0 sums to +0; max and min let NaN win, maxnum and minnum let
//   it lose.
// CALL: @test
// IN 0: tensor<5x3xf32> = [[1.5, -2.0, 0.25], [nan, 3.0, -1.0], [-0.0, -0.0, -0.0], [inf, -inf, 1.0], [0.0, -0.0, -0.0]]
// OUT 0: tensor<5xf32> = [-0.25, nan, 0.0, nan, 0.0] TOL exact
// OUT 1: tensor<5xf32> = [-0.75, nan, -0.0, -inf, 0.0] TOL exact
// OUT 2: tensor<5xf32> = [1.5, nan, -0.0, inf, 0.0] TOL exact
// OUT 3: tensor<5xf32> = [-2.0, nan, -0.0, -inf, -0.0] TOL exact
// OUT 4: tensor<5xf32> = [1.5, 3.0, -0.0, inf, 0.0] TOL abs=0 rel=0
// OUT 5: tensor<5xf32> = [-2.0, -1.0, -0.0, -inf, 0.0] TOL abs=0 rel=0
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<5x3xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %0 = dlopt.reduce add %x dims [1] : tensor<5x3xf32> -> tensor<5xf32>
  %1 = dlopt.reduce mul %x dims [1] : tensor<5x3xf32> -> tensor<5xf32>
  %2 = dlopt.reduce max %x dims [1] : tensor<5x3xf32> -> tensor<5xf32>
  %3 = dlopt.reduce min %x dims [1] : tensor<5x3xf32> -> tensor<5xf32>
  %4 = dlopt.reduce maxnum %x dims [1] : tensor<5x3xf32> -> tensor<5xf32>
  %5 = dlopt.reduce minnum %x dims [1] : tensor<5x3xf32> -> tensor<5xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}
