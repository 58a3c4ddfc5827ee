// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/2d_i8_extremes
// KIND: conv_2d_nchw_fchw: input tensor<1x64x3x3xi8>, filter
//   tensor<2x64x3x3xi8>, stride [1, 1], dilation [1, 1], padding [0, 0] and
//   [0, 0]
// WHY: 576 products of 16384.
// CALL: @test
// IN 0: tensor<1x64x3x3xi8> = splat(-128)
// IN 1: tensor<2x64x3x3xi8> = splat(-128)
// OUT 0: tensor<1x2x1x1xi32> = [[[[9437184]], [[9437184]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x64x3x3xi8>, %w: tensor<2x64x3x3xi8>) -> tensor<1x2x1x1xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x2x1x1xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<1x2x1x1xi32>) -> tensor<1x2x1x1xi32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%x, %w : tensor<1x64x3x3xi8>, tensor<2x64x3x3xi8>) outs(%i : tensor<1x2x1x1xi32>) -> tensor<1x2x1x1xi32>
  return %r : tensor<1x2x1x1xi32>
}
