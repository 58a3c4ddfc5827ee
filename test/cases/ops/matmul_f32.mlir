// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_f32
// KIND: f32 product, every size different
// WHY: Exchanged dimensions show at once.
// CALL: @test
// IN 0: tensor<3x5xf32> = [[-7.0, -6.0, -5.0, -4.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0], [3.0, 4.0, 5.0, 6.0, 7.0]]
// IN 1: tensor<5x4xf32> = [[-3.0, -2.5, -2.0, -1.5], [-1.0, -0.5, 0.0, 0.5], [1.0, 1.5, 2.0, 2.5], [3.0, 3.5, 4.0, 4.5], [5.0, 5.5, 6.0, 6.5]]
// OUT 0: tensor<3x4xf32> = [[-5.0, -17.5, -30.0, -42.5], [20.0, 20.0, 20.0, 20.0], [45.0, 57.5, 70.0, 82.5]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<3x5xf32>, %b: tensor<5x4xf32>) -> tensor<3x4xf32> {
  %0 = dlopt.matmul %a, %b : tensor<3x5xf32>, tensor<5x4xf32> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
