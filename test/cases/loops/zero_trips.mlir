// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/zero_trips
// KIND: a loop that never runs and one whose bound is an argument
// WHY: The results are the initial values.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// IN 1: tensor<index> = 0
// OUT 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0] TOL exact
// OUT 1: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<4xf32>, %n: tensor<index>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n0 = tensor.extract %n[] : tensor<index>
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%p = %x) -> (tensor<4xf32>) {
    %s = arith.addf %p, %p : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  %q = scf.for %i = %c0 to %n0 step %c1 iter_args(%p = %x) -> (tensor<4xf32>) {
    %s = arith.mulf %p, %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r, %q : tensor<4xf32>, tensor<4xf32>
}
