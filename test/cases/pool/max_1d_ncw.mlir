// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/max_1d_ncw
// KIND: pooling_ncw_max of tensor<2x3x11xf32>, window [4], stride [3],
//   dilation [1]
// CALL: @test
// IN 0: tensor<2x3x11xf32> = [[[96.0, -15.0, 6.0, 34.0, 37.0, -16.0, 5.0, 92.0, -51.0, 10.0, -14.0], [-39.0, 78.0, 16.0, 56.0, 9.0, -86.0, 38.0, -38.0, 44.0, -6.0, -1.0], [-40.0, -81.0, -85.0, 3.0, -6.0, 85.0, -90.0, -48.0, 97.0, 82.0, -46.0]], [[-28.0, -40.0, 71.0, 6.0, 55.0, -33.0, 3.0, -90.0, 26.0, -18.0, 8.0], [-84.0, -8.0, -36.0, -13.0, -68.0, -79.0, 74.0, -78.0, -71.0, -52.0, 39.0], [-35.0, 36.0, 74.0, -97.0, 67.0, -63.0, 24.0, 21.0, 89.0, 3.0, -8.0]]]
// OUT 0: tensor<2x3x3xf32> = [[[96.0, 37.0, 92.0], [78.0, 56.0, 44.0], [3.0, 85.0, 97.0]], [[71.0, 55.0, 26.0], [-8.0, 74.0, 74.0], [74.0, 67.0, 89.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3x11xf32>) -> tensor<2x3x3xf32> {
  %z = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x3x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %k = tensor.empty() : tensor<4xf32>
  %r = linalg.pooling_ncw_max {dilations = dense<1> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>}
      ins(%x, %k : tensor<2x3x11xf32>, tensor<4xf32>) outs(%i : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %r : tensor<2x3x3xf32>
}
