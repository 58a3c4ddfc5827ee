// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/swap_in_loop
// KIND: a loop that swaps its two tensors
// WHY: After five swaps a holds b: the buffers may be exchanged but not
//   written.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// IN 1: tensor<4xf32> = [5.0, 6.0, 7.0, 8.0]
// OUT 0: tensor<4xf32> = [5.0, 6.0, 7.0, 8.0] TOL exact
// OUT 1: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %q, %p : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
