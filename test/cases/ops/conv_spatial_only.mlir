// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_spatial_only
// KIND: no batch, no channels: a filter slides over a row
// WHY: An absent letter means size 1.
// CALL: @test
// IN 0: tensor<9xf32> = [1.0, 3.0, 1.0, -1.0, -1.0, 1.0, 1.0, 5.0, 3.0]
// IN 1: tensor<4xf32> = [-2.0, 1.0, -3.0, -3.0]
// OUT 0: tensor<2xf32> = [1.0, -5.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<9xf32>, %w: tensor<4xf32>) -> tensor<2xf32> {
  %0 = dlopt.conv %x, %w layouts ["w", "w", "w"] strides [3]
      : tensor<9xf32>, tensor<4xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
