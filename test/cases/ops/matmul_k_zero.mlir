// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_k_zero
// KIND: K = 0, with and without an initial value, static and dynamic
// WHY: An empty sum is the initial value, with its signs and NaNs, or +0.
// CALL: @test
// IN 0: tensor<2x0xf32> = [[], []]
// IN 1: tensor<0x3xf32> = []
// IN 2: tensor<2x3xf32> = [[1.5, -0.0, inf], [nan, -2.0, 0.0]]
// OUT 0: tensor<2x3xf32> = [[1.5, -0.0, inf], [nan, -2.0, 0.0]] TOL exact
// OUT 1: tensor<2x3xf32> = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]] TOL exact
// OUT 2: tensor<2x3xf32> = [[1.5, -0.0, inf], [nan, -2.0, 0.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<2x?xf32>, %b: tensor<?x3xf32>, %c: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = dlopt.matmul %a, %b init %c : tensor<2x?xf32>, tensor<?x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = dlopt.matmul %a, %b : tensor<2x?xf32>, tensor<?x3xf32> -> tensor<2x3xf32>
  %s = tensor.cast %a : tensor<2x?xf32> to tensor<2x0xf32>
  %t = tensor.cast %b : tensor<?x3xf32> to tensor<0x3xf32>
  %2 = dlopt.matmul %s, %t init %c : tensor<2x0xf32>, tensor<0x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}
