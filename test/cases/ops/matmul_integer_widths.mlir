// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_integer_widths
// KIND: i16 by i32 into i64, and with an accumulator of i8 that wraps
// WHY: Factors are converted to the accumulator first, by truncation too; the
//   sum wraps in it and is sign-extended.
// CALL: @test
// IN 0: tensor<1x2xi16> = [[3, -2]]
// IN 1: tensor<2x1xi32> = [[100000], [7]]
// IN 2: tensor<1x1xi64> = [[1099511627776]]
// OUT 0: tensor<1x1xi64> = [[1099511927762]] TOL exact
// OUT 1: tensor<1x1xi32> = [[-46]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<1x2xi16>, %b: tensor<2x1xi32>, %c: tensor<1x1xi64>) -> (tensor<1x1xi64>, tensor<1x1xi32>) {
  %0 = dlopt.matmul %a, %b init %c : tensor<1x2xi16>, tensor<2x1xi32>, tensor<1x1xi64> -> tensor<1x1xi64>
  %1 = dlopt.matmul %a, %b accumulate i8 : tensor<1x2xi16>, tensor<2x1xi32> -> tensor<1x1xi32>
  return %0, %1 : tensor<1x1xi64>, tensor<1x1xi32>
}
