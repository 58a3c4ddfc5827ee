// RUN: dlopt-run --check %s --target cpu
// CASE: ops/pool_empty
// KIND: no position, and an empty kept dimension
// WHY: The result is empty and nothing is read.
// CALL: @test
// IN 0: tensor<2x0xf32> = [[], []]
// OUT 0: tensor<0x0xf32> = [] TOL exact
// OUT 1: tensor<1x0xf32> = [[]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x?xf32>) -> (tensor<0x?xf32>, tensor<?x?xf32>) {
  %0 = dlopt.pool max %x dims [0] window [3] : tensor<2x?xf32> -> tensor<0x?xf32>
  %1 = dlopt.pool max %x dims [0] window [2] : tensor<2x?xf32> -> tensor<?x?xf32>
  return %0, %1 : tensor<0x?xf32>, tensor<?x?xf32>
}
