// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/max_i8
// KIND: pooling_nhwc_max of tensor<1x5x5x2xi8>, window [3, 3], stride [1, 1],
//   dilation [1, 1]
// WHY: Signed bytes: 127 is above -128.
// CALL: @test
// IN 0: tensor<1x5x5x2xi8> = [[[[-29, 78], [111, 61], [102, -10], [16, -55], [-120, 100]], [[103, 62], [27, -16], [30, 80], [-121, 76], [15, -15]], [[53, 103], [-48, -101], [-84, 77], [75, -63], [47, -98]], [[84, -42], [-3, 18], [126, -7], [9, -22], [-87, 105]], [[62, 1], [82, -25], [16, 78], [-123, -70], [-128, 80]]]]
// OUT 0: tensor<1x3x3x2xi8> = [[[[111, 103], [111, 80], [102, 100]], [[126, 103], [126, 80], [126, 105]], [[126, 103], [126, 78], [126, 105]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x5x5x2xi8>) -> tensor<1x3x3x2xi8> {
  %z = arith.constant -128 : i8
  %e = tensor.empty() : tensor<1x3x3x2xi8>
  %i = linalg.fill ins(%z : i8) outs(%e : tensor<1x3x3x2xi8>) -> tensor<1x3x3x2xi8>
  %k = tensor.empty() : tensor<3x3xi8>
  %r = linalg.pooling_nhwc_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%x, %k : tensor<1x5x5x2xi8>, tensor<3x3xi8>) outs(%i : tensor<1x3x3x2xi8>) -> tensor<1x3x3x2xi8>
  return %r : tensor<1x3x3x2xi8>
}
