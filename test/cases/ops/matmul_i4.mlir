// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_i4
// KIND: i4 factors, signed and unsigned
// WHY: Four bits, sign bit and all.
// CALL: @test
// IN 0: tensor<1x3xi4> = [[-8, 7, -1]]
// IN 1: tensor<3x1xi4> = [[-8], [7], [3]]
// OUT 0: tensor<1x1xi32> = [[110]] TOL exact
// OUT 1: tensor<1x1xi32> = [[158]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<1x3xi4>, %b: tensor<3x1xi4>) -> (tensor<1x1xi32>, tensor<1x1xi32>) {
  %0 = dlopt.matmul %a, %b : tensor<1x3xi4>, tensor<3x1xi4> -> tensor<1x1xi32>
  %1 = dlopt.matmul %a, %b unsigned : tensor<1x3xi4>, tensor<3x1xi4> -> tensor<1x1xi32>
  return %0, %1 : tensor<1x1xi32>, tensor<1x1xi32>
}
