// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/argument_returned_twice
// KIND: one argument returned twice beside its double
// WHY: Two results must not share memory that a caller frees twice, and none
//   may be the argument.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// OUT 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0] TOL exact
// OUT 1: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0] TOL exact
// OUT 2: tensor<4xf32> = [2.0, 4.0, 6.0, 8.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %x, %x, %0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
