// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_i1
// KIND: i1 factors: 0 or -1 when signed, 0 or 1 when unsigned
// WHY: A boolean product counts with `unsigned`; signed, each true is -1, and
//   the product of two is 1 all the same, but not of one with an i8.
// CALL: @test
// IN 0: tensor<2x3xi1> = [[1, 0, 1], [0, 1, 1]]
// IN 1: tensor<3x2xi1> = [[1, 1], [0, 1], [1, 1]]
// IN 2: tensor<3x2xi8> = [[5, 5], [0, 5], [5, 5]]
// OUT 0: tensor<2x2xi32> = [[2, 2], [1, 2]] TOL exact
// OUT 1: tensor<2x2xi32> = [[2, 2], [1, 2]] TOL exact
// OUT 2: tensor<2x2xi32> = [[-10, -10], [-5, -10]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<2x3xi1>, %b: tensor<3x2xi1>, %c: tensor<3x2xi8>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) {
  %0 = dlopt.matmul %a, %b : tensor<2x3xi1>, tensor<3x2xi1> -> tensor<2x2xi32>
  %1 = dlopt.matmul %a, %b unsigned : tensor<2x3xi1>, tensor<3x2xi1> -> tensor<2x2xi32>
  %2 = dlopt.matmul %a, %c : tensor<2x3xi1>, tensor<3x2xi8> -> tensor<2x2xi32>
  return %0, %1, %2 : tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>
}
