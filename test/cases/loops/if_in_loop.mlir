// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/if_in_loop
// KIND: a branch in a loop, taken every second time
// WHY: Odd steps add, even steps multiply; the untaken branch leaves the
//   tensor as it is.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// OUT 0: tensor<4xf32> = [14.0, 28.0, 42.0, 56.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%u = %x) -> (tensor<4xf32>) {
    %m = arith.remui %i, %c2 : index
    %odd = arith.cmpi eq, %m, %c1 : index
    %v = scf.if %odd -> (tensor<4xf32>) {
      %a = arith.addf %u, %x : tensor<4xf32>
      scf.yield %a : tensor<4xf32>
    } else {
      %d = arith.addf %u, %u : tensor<4xf32>
      scf.yield %d : tensor<4xf32>
    }
    scf.yield %v : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
