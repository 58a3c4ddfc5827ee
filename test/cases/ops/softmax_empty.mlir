// RUN: dlopt-run --check %s --target cpu
// CASE: ops/softmax_empty
// KIND: an empty row and no rows
// WHY: Nothing to sum, nothing to write.
// CALL: @test
// IN 0: tensor<2x0xf32> = [[], []]
// OUT 0: tensor<2x0xf32> = [[], []] TOL exact
// OUT 1: tensor<2x0xf32> = [[], []] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x?xf32>) -> (tensor<2x?xf32>, tensor<2x?xf32>) {
  %0 = dlopt.softmax %x dim 1 masked_rows zero : tensor<2x?xf32> -> tensor<2x?xf32>
  %1 = dlopt.softmax %x dim 0 : tensor<2x?xf32> -> tensor<2x?xf32>
  return %0, %1 : tensor<2x?xf32>, tensor<2x?xf32>
}
