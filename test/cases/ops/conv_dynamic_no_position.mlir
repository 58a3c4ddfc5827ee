// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_dynamic_no_position
// KIND: a dynamic window larger than the dynamic input
// WHY: The formula gives a negative number of positions, which is none.
// CALL: @test
// IN 0: tensor<1x2x2xf32> = [[[0.0, 3.0], [0.0, -1.0]]]
// IN 1: tensor<5x2x3xf32> = [[[0.0, -0.0, 1.0], [-3.0, 2.0, -1.0]], [[2.0, -3.0, -1.0], [0.0, 2.0, -2.0]], [[3.0, 1.0, -1.0], [2.0, 0.0, 2.0]], [[5.0, 2.0, -1.0], [-1.0, 1.0, 1.0]], [[-2.0, -1.0, 1.0], [5.0, -5.0, 1.0]]]
// OUT 0: tensor<1x0x3xf32> = [[]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x?x2xf32>, %w: tensor<?x2x3xf32>) -> tensor<1x?x3xf32> {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] strides [2]
      : tensor<1x?x2xf32>, tensor<?x2x3xf32> -> tensor<1x?x3xf32>
  return %0 : tensor<1x?x3xf32>
}
