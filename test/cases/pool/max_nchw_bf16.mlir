// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/max_nchw_bf16
// KIND: pooling_nchw_max of tensor<1x2x5x7xbf16>, window [2, 2], stride [2,
//   2], dilation [1, 1]
// WHY: The last column fits no window: floor mode.
// CALL: @test
// IN 0: tensor<1x2x5x7xbf16> = [[[[5.0, -4.0, -8.0, -1.0, -1.0, 0.0, -2.0], [4.0, -1.0, -5.0, 3.0, -3.0, 1.0, -6.0], [-9.0, 0.0, -3.0, -3.0, -7.0, 5.0, -1.0], [8.0, -7.0, -9.0, -1.0, 1.0, 4.0, -8.0], [-9.0, 4.0, -6.0, 6.0, -7.0, 8.0, 7.0]], [[8.0, 0.0, 7.0, 3.0, -6.0, 2.0, -3.0], [-2.0, 4.0, 1.0, -2.0, 0.0, 7.0, 6.0], [-5.0, 2.0, -1.0, -4.0, -1.0, -2.0, -9.0], [-5.0, 2.0, -1.0, -5.0, -1.0, 8.0, 5.0], [0.0, -5.0, -6.0, -5.0, -2.0, -3.0, -1.0]]]]
// OUT 0: tensor<1x2x2x3xbf16> = [[[[5.0, 3.0, 1.0], [8.0, -1.0, 5.0]], [[8.0, 7.0, 7.0], [2.0, -1.0, 8.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x2x5x7xbf16>) -> tensor<1x2x2x3xbf16> {
  %z = arith.constant 0xFF80 : bf16
  %e = tensor.empty() : tensor<1x2x2x3xbf16>
  %i = linalg.fill ins(%z : bf16) outs(%e : tensor<1x2x2x3xbf16>) -> tensor<1x2x2x3xbf16>
  %k = tensor.empty() : tensor<2x2xbf16>
  %r = linalg.pooling_nchw_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>}
      ins(%x, %k : tensor<1x2x5x7xbf16>, tensor<2x2xbf16>) outs(%i : tensor<1x2x2x3xbf16>) -> tensor<1x2x2x3xbf16>
  return %r : tensor<1x2x2x3xbf16>
}
