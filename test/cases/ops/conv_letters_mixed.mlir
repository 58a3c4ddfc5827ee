// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_letters_mixed
// KIND: one spatial dimension, every layout in another order, a filter letter
//   first
// WHY: Letters, not positions, say what a dimension is.
// CALL: @test
// IN 0: tensor<3x8x2xf32> = [[[-3.0, 1.0], [-0.0, -2.0], [1.0, 1.0], [1.0, -1.0], [0.0, 1.0], [4.0, -1.0], [-0.0, 1.0], [-3.0, -3.0]], [[4.0, -4.0], [1.0, -2.0], [-2.0, -4.0], [-2.0, 2.0], [-3.0, 1.0], [1.0, 4.0], [-1.0, 3.0], [2.0, -1.0]], [[-3.0, 3.0], [-3.0, -1.0], [2.0, 2.0], [-2.0, -0.0], [-1.0, 2.0], [5.0, -4.0], [2.0, -6.0], [0.0, -2.0]]]
// IN 1: tensor<4x3x3xf32> = [[[4.0, 0.0, -1.0], [-1.0, -1.0, 0.0], [-0.0, 1.0, 3.0]], [[1.0, -2.0, -3.0], [-2.0, 2.0, -1.0], [-1.0, 0.0, -3.0]], [[-2.0, 1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]], [[0.0, -2.0, -1.0], [1.0, 4.0, -2.0], [1.0, -1.0, 2.0]]]
// OUT 0: tensor<4x4x2xf32> = [[[-11.0, 2.0], [7.0, 1.0], [3.0, -4.0], [6.0, -6.0]], [[10.0, -19.0], [-33.0, 20.0], [3.0, 1.0], [-6.0, -8.0]], [[13.0, -17.0], [8.0, 21.0], [3.0, 9.0], [-14.0, 25.0]], [[13.0, -9.0], [7.0, -1.0], [-15.0, 0.0], [20.0, 4.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<3x8x2xf32>, %w: tensor<4x3x3xf32>) -> tensor<4x4x2xf32> {
  %0 = dlopt.conv %x, %w layouts ["cwn", "fcw", "wfn"] strides [2] dilations [2] pad_low [1] pad_high [2]
      : tensor<3x8x2xf32>, tensor<4x3x3xf32> -> tensor<4x4x2xf32>
  return %0 : tensor<4x4x2xf32>
}
