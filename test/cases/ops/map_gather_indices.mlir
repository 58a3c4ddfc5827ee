// RUN: dlopt-run --check %s --target cpu
// CASE: ops/map_gather_indices
// KIND: a gather by computed index, two results, sizes from a value
// WHY: The body sees tensors from outside and its own position.
// CALL: @test
// IN 0: tensor<5xf32> = [3.0, -1.0, 0.0, 3.0, 2.0]
// IN 1: index = 4
// OUT 0: tensor<4x3xf32> = [[3.0, -1.0, 0.0], [-1.0, 0.0, 3.0], [0.0, 3.0, 2.0], [3.0, 2.0, 3.0]] TOL exact
// OUT 1: tensor<4x3xi64> = [[0, 1, 2], [10, 11, 12], [20, 21, 22], [30, 31, 32]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<5xf32>, %n: index) -> (tensor<?x3xf32>, tensor<?x3xi64>) {
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %0:2 = dlopt.map sizes(%n) : () -> (tensor<?x3xf32>, tensor<?x3xi64>) {
    %i = dlopt.index 0 : index
    %j = dlopt.index 1 : index
    %sum = arith.addi %i, %j : index
    %at = arith.remui %sum, %c5 : index
    %v = tensor.extract %x[%at] : tensor<5xf32>
    %ten = arith.muli %i, %c10 : index
    %p = arith.addi %ten, %j : index
    %q = arith.index_cast %p : index to i64
    dlopt.yield %v, %q : f32, i64
  }
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xi64>
}
