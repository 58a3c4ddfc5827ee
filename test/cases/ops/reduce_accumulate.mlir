// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_accumulate
// KIND: an f64 accumulator, and an i8 one that wraps
// WHY: The accumulator is part of the meaning.
// CALL: @test
// IN 0: tensor<1x3xf32> = [[1.0, 9.313226e-10, -1.0]]
// IN 1: tensor<1x3xi16> = [[100, 100, 3]]
// OUT 0: tensor<1xf32> = [9.313226e-10] TOL exact
// OUT 1: tensor<1xi32> = [-53] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x3xf32>, %y: tensor<1x3xi16>) -> (tensor<1xf32>, tensor<1xi32>) {
  %0 = dlopt.reduce add %x dims [1] accumulate f64 : tensor<1x3xf32> -> tensor<1xf32>
  %1 = dlopt.reduce add %y dims [1] accumulate i8 : tensor<1x3xi16> -> tensor<1xi32>
  return %0, %1 : tensor<1xf32>, tensor<1xi32>
}
