// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/index_switch
// KIND: scf.index_switch over tensors
// WHY: Each case gives another tensor, among them the argument.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// OUT 0: tensor<4xf32> = [2.0, 4.0, 6.0, 8.0] TOL exact
// OUT 1: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0] TOL exact
// OUT 2: tensor<4xf32> = [-1.0, -2.0, -3.0, -4.0] TOL exact
// HOW: worked out by hand, step by step.

func.func private @pick(%x: tensor<4xf32>, %k: index) -> tensor<4xf32> {
  %r = scf.index_switch %k -> tensor<4xf32>
  case 0 {
    %d = arith.addf %x, %x : tensor<4xf32>
    scf.yield %d : tensor<4xf32>
  }
  case 7 {
    scf.yield %x : tensor<4xf32>
  }
  default {
    %n = arith.negf %x : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @test(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %0 = call @pick(%x, %c0) : (tensor<4xf32>, index) -> tensor<4xf32>
  %1 = call @pick(%x, %c7) : (tensor<4xf32>, index) -> tensor<4xf32>
  %2 = call @pick(%x, %c3) : (tensor<4xf32>, index) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
