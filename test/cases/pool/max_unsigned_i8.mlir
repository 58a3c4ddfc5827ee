// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/max_unsigned_i8
// KIND: pooling_nhwc_max_unsigned of i8
// WHY: -1 is 255, the largest.
// CALL: @test
// IN 0: tensor<1x5x5x2xi8> = [[[[10, 73], [99, 84], [-22, -19], [-49, -22], [-48, -66]], [[-103, -127], [-53, -51], [57, -102], [111, 33], [108, -18]], [[-60, 33], [-120, 2], [76, 84], [91, -97], [66, 5]], [[-3, 26], [-113, 89], [-42, -14], [43, 69], [101, 49]], [[4, 101], [-66, -48], [66, -1], [-62, -65], [19, -43]]]]
// OUT 0: tensor<1x4x4x2xi8> = [[[[-53, -51], [-22, -19], [-22, -19], [-48, -18]], [[-53, -51], [-53, -51], [111, -97], [111, -18]], [[-3, 89], [-42, -14], [-42, -14], [101, -97]], [[-3, -48], [-42, -1], [-42, -1], [-62, -43]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x5x5x2xi8>) -> tensor<1x4x4x2xi8> {
  %z = arith.constant 0 : i8
  %e = tensor.empty() : tensor<1x4x4x2xi8>
  %i = linalg.fill ins(%z : i8) outs(%e : tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8>
  %k = tensor.empty() : tensor<2x2xi8>
  %r = linalg.pooling_nhwc_max_unsigned {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x5x5x2xi8>, tensor<2x2xi8>) outs(%i : tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8>
  return %r : tensor<1x4x4x2xi8>
}
