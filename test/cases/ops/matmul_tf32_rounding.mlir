// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_tf32_rounding
// KIND: factors that need more than ten mantissa bits, times the identity
// WHY: tf32 rounds to nearest even, a tie down and a tie up, and up to the
//   next power of two; NaN and infinity stay.
// CALL: @test
// IN 0: tensor<7x1xf32> = [[1.0004883], [1.0009766], [1.0014648], [2.0], [inf], [nan], [-1.0004884]]
// IN 1: tensor<1x1xf32> = [[1.0]]
// OUT 0: tensor<7x1xf32> = [[1.0], [1.0009766], [1.0019531], [2.0], [inf], [nan], [-1.0009766]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<7x1xf32>, %one: tensor<1x1xf32>) -> tensor<7x1xf32> {
  %0 = dlopt.matmul %a, %one numerics tf32 : tensor<7x1xf32>, tensor<1x1xf32> -> tensor<7x1xf32>
  return %0 : tensor<7x1xf32>
}
