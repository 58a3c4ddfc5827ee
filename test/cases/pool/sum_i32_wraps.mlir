// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/sum_i32_wraps
// KIND: pooling_nhwc_sum of tensor<1x3x3x1xi32>, window [2, 2], stride [1,
//   1], dilation [1, 1]
// WHY: Integer sums of windows.
// CALL: @test
// IN 0: tensor<1x3x3x1xi32> = cyc(100, -5, 7)
// OUT 0: tensor<1x2x2x1xi32> = [[[[190], [4]], [[190], [4]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x3x3x1xi32>) -> tensor<1x2x2x1xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x2x2x1xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<1x2x2x1xi32>) -> tensor<1x2x2x1xi32>
  %k = tensor.empty() : tensor<2x2xi32>
  %r = linalg.pooling_nhwc_sum {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%x, %k : tensor<1x3x3x1xi32>, tensor<2x2xi32>) outs(%i : tensor<1x2x2x1xi32>) -> tensor<1x2x2x1xi32>
  return %r : tensor<1x2x2x1xi32>
}
