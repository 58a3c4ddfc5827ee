// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_m_zero
// KIND: M = 0 and an empty batch
// WHY: An empty result has the right shape and nothing is read.
// CALL: @test
// IN 0: tensor<0x2x3xf32> = []
// IN 1: tensor<0x3x4xf32> = []
// OUT 0: tensor<0x2x4xf32> = [] TOL exact
// OUT 1: tensor<0x0x4xf32> = [] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<?x2x3xf32>, %b: tensor<?x3x4xf32>) -> (tensor<?x2x4xf32>, tensor<?x0x4xf32>) {
  %0 = dlopt.matmul %a, %b : tensor<?x2x3xf32>, tensor<?x3x4xf32> -> tensor<?x2x4xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x2x3xf32>
  %e = tensor.empty(%n) : tensor<?x0x3xf32>
  %1 = dlopt.matmul %e, %b : tensor<?x0x3xf32>, tensor<?x3x4xf32> -> tensor<?x0x4xf32>
  return %0, %1 : tensor<?x2x4xf32>, tensor<?x0x4xf32>
}
