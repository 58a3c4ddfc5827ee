// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_empty
// KIND: an empty reduced dimension, of a size known only at run time
// WHY: Each kind gives its neutral element, or the initial value.
// CALL: @test
// IN 0: tensor<2x0xf32> = [[], []]
// IN 1: tensor<2xf32> = [3.0, -0.0]
// OUT 0: tensor<2xf32> = [0.0, 0.0] TOL exact
// OUT 1: tensor<2xf32> = [1.0, 1.0] TOL exact
// OUT 2: tensor<2xf32> = [-inf, -inf] TOL exact
// OUT 3: tensor<2xf32> = [inf, inf] TOL exact
// OUT 4: tensor<2xf32> = [nan, nan] TOL exact
// OUT 5: tensor<2xf32> = [nan, nan] TOL exact
// OUT 6: tensor<2xf32> = [3.0, -0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x?xf32>, %i: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = dlopt.reduce add %x dims [1] : tensor<2x?xf32> -> tensor<2xf32>
  %1 = dlopt.reduce mul %x dims [1] : tensor<2x?xf32> -> tensor<2xf32>
  %2 = dlopt.reduce max %x dims [1] : tensor<2x?xf32> -> tensor<2xf32>
  %3 = dlopt.reduce min %x dims [1] : tensor<2x?xf32> -> tensor<2xf32>
  %4 = dlopt.reduce maxnum %x dims [1] : tensor<2x?xf32> -> tensor<2xf32>
  %5 = dlopt.reduce minnum %x dims [1] : tensor<2x?xf32> -> tensor<2xf32>
  %6 = dlopt.reduce add %x dims [1] init %i : tensor<2x?xf32>, tensor<2xf32> -> tensor<2xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
