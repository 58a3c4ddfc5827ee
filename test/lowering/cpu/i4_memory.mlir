// RUN: dlopt-run --check %s --target cpu --opt-level 0
// RUN: dlopt-run --check %s --target cpu
// CASE: lowering/cpu/i4_memory
// KIND: i4 from the host, in a constant, in a buffer between, and back
// WHY: A negative i4 fills its byte with the sign for the host, with zero for
//   LLVM.
// CALL: @test
// IN 0: tensor<4xi4> = [-8, 7, -1, 3]
// IN 1: i4 = -3
// OUT 0: tensor<4xi32> = [-11, 4, -4, 0] TOL exact
// OUT 1: tensor<4xi4> = [5, 4, -4, 0] TOL exact
// OUT 2: tensor<4xi32> = [-7, -2, 3, -8] TOL exact
// OUT 3: i4 = -3 TOL exact
// OUT 4: tensor<4xi32> = [8, 7, 15, 3] TOL exact
// HOW: worked out by hand; -8 + -3 wraps to 5.

func.func @test(%a: tensor<4xi4>, %s: i4) -> (tensor<4xi32>, tensor<4xi4>, tensor<4xi32>, i4, tensor<4xi32>) {
  %c = arith.constant dense<[-7, -2, 3, -8]> : tensor<4xi4>
  %w = arith.extsi %a : tensor<4xi4> to tensor<4xi32>
  %splat = tensor.splat %s : tensor<4xi4>
  %ws = arith.extsi %splat : tensor<4xi4> to tensor<4xi32>
  %0 = arith.addi %w, %ws : tensor<4xi32>
  %1 = arith.addi %a, %splat : tensor<4xi4>
  %2 = arith.extsi %c : tensor<4xi4> to tensor<4xi32>
  %4 = arith.extui %a : tensor<4xi4> to tensor<4xi32>
  return %0, %1, %2, %s, %4 : tensor<4xi32>, tensor<4xi4>, tensor<4xi32>, i4, tensor<4xi32>
}
