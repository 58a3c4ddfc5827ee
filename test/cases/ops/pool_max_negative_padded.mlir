// RUN: dlopt-run --check %s --target cpu
// CASE: ops/pool_max_negative_padded
// KIND: 3x3 maximum, stride 2, padding 1, all inputs negative
// WHY: Padding takes no part: a zero would win everywhere.
// CALL: @test
// IN 0: tensor<1x5x5x2xf32> = [[[[-6.0, -11.0], [-13.0, -11.0], [-11.0, -9.0], [-11.0, -12.0], [-10.0, -5.0]], [[-10.0, -8.0], [-9.0, -4.0], [-13.0, -7.0], [-12.0, -10.0], [-9.0, -3.0]], [[-11.0, -13.0], [-6.0, -11.0], [-9.0, -9.0], [-9.0, -9.0], [-8.0, -8.0]], [[-7.0, -10.0], [-10.0, -11.0], [-8.0, -9.0], [-8.0, -8.0], [-6.0, -9.0]], [[-7.0, -11.0], [-11.0, -10.0], [-11.0, -8.0], [-12.0, -9.0], [-14.0, -11.0]]]]
// OUT 0: tensor<1x3x3x2xf32> = [[[[-6.0, -4.0], [-9.0, -4.0], [-9.0, -3.0]], [[-6.0, -4.0], [-6.0, -4.0], [-6.0, -3.0]], [[-7.0, -10.0], [-8.0, -8.0], [-6.0, -8.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x5x5x2xf32>) -> tensor<1x3x3x2xf32> {
  %0 = dlopt.pool max %x dims [1, 2] window [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x5x5x2xf32> -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}
