// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/if_yields_argument
// KIND: scf.if that gives an argument in one branch and a new tensor in the
//   other
// WHY: The caller frees neither too little nor too much; both ways are taken.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// OUT 0: tensor<4xf32> = [-1.0, -2.0, -3.0, -4.0] TOL exact
// OUT 1: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0] TOL exact
// HOW: worked out by hand, step by step.

func.func private @pick(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %r = scf.if %c -> (tensor<4xf32>) {
    %n = arith.negf %x : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @test(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = call @pick(%x, %true) : (tensor<4xf32>, i1) -> tensor<4xf32>
  %1 = call @pick(%x, %false) : (tensor<4xf32>, i1) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
