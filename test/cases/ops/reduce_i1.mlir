// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_i1
// KIND: any and all over i1, and a count
// WHY: `or` of nothing is false, `and` of nothing true; `add unsigned`
//   counts.
// CALL: @test
// IN 0: tensor<3x3xi1> = [[1, 0, 1], [0, 0, 0], [1, 1, 1]]
// OUT 0: tensor<3xi1> = [1, 0, 1] TOL exact
// OUT 1: tensor<3xi1> = [0, 0, 1] TOL exact
// OUT 2: tensor<3xi32> = [2, 0, 3] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<3x3xi1>) -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi32>) {
  %0 = dlopt.reduce or %x dims [1] : tensor<3x3xi1> -> tensor<3xi1>
  %1 = dlopt.reduce and %x dims [1] : tensor<3x3xi1> -> tensor<3xi1>
  %2 = dlopt.reduce add %x dims [1] unsigned : tensor<3x3xi1> -> tensor<3xi32>
  return %0, %1, %2 : tensor<3xi1>, tensor<3xi1>, tensor<3xi32>
}
