// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/tosa_transposed
// KIND: tosa.transpose_conv2d with stride [2, 1]
// WHY: The adjoint of a convolution: every input element adds a filter to the
//   result.
// CALL: @test
// IN 0: tensor<1x3x4x2xf32> = [[[[-3.0, 0.0], [-2.0, 1.0], [0.0, -3.0], [-3.0, 3.0]], [[3.0, -1.0], [1.0, -3.0], [1.0, 2.0], [3.0, 3.0]], [[3.0, -3.0], [0.0, 1.0], [-1.0, -3.0], [3.0, -1.0]]]]
// IN 1: tensor<3x2x3x2xf32> = [[[[-1.0, 2.0], [-3.0, 2.0], [3.0, 1.0]], [[-1.0, 1.0], [2.0, 2.0], [3.0, 1.0]]], [[[-2.0, -1.0], [1.0, 1.0], [-3.0, -1.0]], [[0.0, -1.0], [3.0, 0.0], [-2.0, 3.0]]], [[[1.0, 1.0], [-3.0, 0.0], [-3.0, 2.0]], [[3.0, -2.0], [0.0, 1.0], [1.0, 1.0]]]]
// IN 2: tensor<3xf32> = [1.0, 2.0, 3.0]
// OUT 0: tensor<1x6x6x3xf32> = [[[[4.0, 8.0, 0.0], [14.0, 2.0, 11.0], [-6.0, 13.0, 15.0], [-1.0, 7.0, 11.0], [13.0, 5.0, 6.0], [-5.0, 8.0, 18.0]], [[4.0, 2.0, -6.0], [-2.0, -8.0, -5.0], [-13.0, 5.0, 7.0], [-4.0, 6.0, -16.0], [-2.0, -16.0, 3.0], [-5.0, 17.0, 3.0]], [[-4.0, -3.0, 5.0], [-17.0, 5.0, -8.0], [3.0, -12.0, -8.0], [5.0, -4.0, -3.0], [3.0, 3.0, -5.0], [13.0, -10.0, 0.0]], [[-3.0, 3.0, 14.0], [1.0, 14.0, 11.0], [6.0, -6.0, 1.0], [7.0, -9.0, 6.0], [18.0, 15.0, 9.0], [13.0, 5.0, 9.0]], [[-8.0, -1.0, 3.0], [-12.0, 1.0, -5.0], [4.0, 2.0, -16.0], [-6.0, -8.0, 10.0], [-16.0, 10.0, -9.0], [9.0, -6.0, -8.0]], [[-5.0, 5.0, 18.0], [2.0, 10.0, -2.0], [7.0, -10.0, 7.0], [-10.0, 3.0, 12.0], [-1.0, 4.0, -2.0], [9.0, -7.0, 5.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x3x4x2xf32>, %w: tensor<3x2x3x2xf32>, %b: tensor<3xf32>) -> tensor<1x6x6x3xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 1>} : (tensor<1x3x4x2xf32>, tensor<3x2x3x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x3xf32>
  return %r : tensor<1x6x6x3xf32>
}
