// RUN: dlopt-run --check %s --target cpu
// CASE: ops/attention_mask_i1
// KIND: an i1 mask shared by both heads, its second row all 0
// WHY: A row without keys is NaN, or 0 when asked; a masked infinity in the
//   values still meets its zero.
// CALL: @test
// IN 0: tensor<2x2x4xf32> = [[[1.421875, -0.859375, -1.390625, 0.0625], [0.234375, 1.453125, 0.75, -0.59375]], [[0.609375, 1.15625, 0.328125, -0.296875], [0.71875, -0.3125, -1.828125, 1.359375]]]
// IN 1: tensor<2x3x4xf32> = [[[-1.25, -0.296875, -0.28125, -0.296875], [-0.25, -1.40625, 0.5625, 0.0625], [0.0625, 1.09375, 1.125, 1.375]], [[1.875, 0.484375, -1.515625, 0.234375], [0.046875, 0.09375, -0.578125, -0.859375], [0.828125, 1.0, -1.09375, 0.5625]]]
// IN 2: tensor<2x3x3xf32> = [[[-0.140625, -0.359375, 0.71875], [-0.03125, -0.53125, 0.078125], [-1.96875, inf, -0.421875]], [[-1.375, 0.203125, 0.296875], [-0.578125, -0.15625, 0.6875], [1.078125, -0.75, 0.359375]]]
// IN 3: tensor<2x3xi1> = [[1, 1, 0], [0, 0, 0]]
// OUT 0: tensor<2x2x3xf32> = [[[-0.06970204, nan, 0.30334407], [nan, nan, nan]], [[-1.0678816, 0.06462059, 0.44742328], [nan, nan, nan]]] TOL abs=1e-5 rel=1e-5
// OUT 1: tensor<2x2x3xf32> = [[[-0.06970204, nan, 0.30334407], [0.0, 0.0, 0.0]], [[-1.0678816, 0.06462059, 0.44742328], [0.0, 0.0, 0.0]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%q: tensor<2x2x4xf32>, %k: tensor<2x3x4xf32>, %v: tensor<2x3x3xf32>, %m: tensor<2x3xi1>) -> (tensor<2x2x3xf32>, tensor<2x2x3xf32>) {
  %0 = dlopt.attention %q, %k, %v mask %m scale 0.5 : tensor<2x2x4xf32>, tensor<2x3x4xf32>, tensor<2x3x3xf32>, tensor<2x3xi1> -> tensor<2x2x3xf32>
  %1 = dlopt.attention %q, %k, %v mask %m scale 0.5 masked_rows zero : tensor<2x2x4xf32>, tensor<2x3x4xf32>, tensor<2x3x3xf32>, tensor<2x3xi1> -> tensor<2x2x3xf32>
  return %0, %1 : tensor<2x2x3xf32>, tensor<2x2x3xf32>
}
