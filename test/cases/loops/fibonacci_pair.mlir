// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/fibonacci_pair
// KIND: a loop where each tensor becomes the sum of both
// WHY: (a, b) -> (b, a + b), ten times: one buffer is read after the other
//   was written.
// CALL: @test
// IN 0: tensor<4xf32> = [0.0, 1.0, 2.0, 3.0]
// IN 1: tensor<4xf32> = [1.0, 1.0, 0.0, 1.0]
// OUT 0: tensor<4xf32> = [55.0, 89.0, 68.0, 157.0] TOL exact
// OUT 1: tensor<4xf32> = [89.0, 144.0, 110.0, 254.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %s = arith.addf %p, %q : tensor<4xf32>
    scf.yield %q, %s : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
