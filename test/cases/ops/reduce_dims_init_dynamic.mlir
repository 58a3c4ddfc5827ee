// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_dims_init_dynamic
// KIND: first and third of four dimensions, with an initial value
// WHY: Kept dimensions close ranks in order.
// CALL: @test
// IN 0: tensor<2x3x2x4xbf16> = [[[[1.0, 2.0, -2.0, -2.0], [1.0, -1.0, 1.0, -4.0]], [[2.0, 2.0, 0.0, 0.0], [3.0, -2.0, -2.0, -2.0]], [[-1.0, -2.0, 0.0, -1.0], [-3.0, -3.0, 2.0, -0.0]]], [[[-0.0, 0.0, -0.0, 2.0], [1.0, -1.0, -2.0, -2.0]], [[-3.0, 3.0, -2.0, -4.0], [-2.0, -2.0, 1.0, -2.0]], [[1.0, 1.0, 3.0, 4.0], [6.0, 3.0, -2.0, -1.0]]]]
// IN 1: tensor<3x4xf16> = [[0.0, 4.0, 1.0, 2.0], [-0.0, 1.0, 1.0, -1.0], [2.0, 2.0, -0.0, 2.0]]
// OUT 0: tensor<3x4xf32> = [[3.0, 4.0, -2.0, -4.0], [0.0, 2.0, -2.0, -9.0], [5.0, 1.0, 3.0, 4.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<?x3x?x4xbf16>, %i: tensor<3x?xf16>) -> tensor<3x4xf32> {
  %0 = dlopt.reduce add %x dims [0, 2] init %i : tensor<?x3x?x4xbf16>, tensor<3x?xf16> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
