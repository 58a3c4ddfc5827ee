// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_accumulate_f64
// KIND: f32 factors accumulated in f64
// WHY: 2^-30 vanishes beside 1 in f32, not in f64.
// CALL: @test
// IN 0: tensor<1x3xf32> = [[1.0, 9.313226e-10, -1.0]]
// IN 1: tensor<3x1xf32> = [[1.0], [1.0], [1.0]]
// OUT 0: tensor<1x1xf32> = [[9.313226e-10]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<1x3xf32>, %b: tensor<3x1xf32>) -> tensor<1x1xf32> {
  %0 = dlopt.matmul %a, %b accumulate f64 : tensor<1x3xf32>, tensor<3x1xf32> -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
