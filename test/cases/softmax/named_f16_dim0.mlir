// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/named_f16_dim0
// KIND: linalg.softmax of tensor<6x5xf16>
// WHY: The named operation means the same as its parts.
// CALL: @test
// IN 0: tensor<6x5xf16> = [[-49.03125, 0.1953125, -0.390625, -36.53125, -35.75], [-28.125, -8.203125, -25.1875, -41.59375, -15.43], [-33.40625, 37.875, 45.125, -46.09375, 19.921875], [7.2265625, 39.84375, 16.59375, 4.6875, 20.3125], [-11.33, 19.53125, 32.4375, -3.515625, 44.125], [30.46875, 48.25, -33.0, 2.1484375, 44.53125]]
// OUT 0: tensor<6x5xf16> = [[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.12e-05, 1.0, 0.0, 0.0], [0.0, 0.0002234, 0.0, 0.927, 0.0], [0.0, 0.0, 3.1e-06, 0.0002537, 0.4], [1.0, 0.9995, 0.0, 0.0731, 0.6]] TOL abs=0.001 rel=0.004
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<6x5xf16>) -> tensor<6x5xf16> {
  %e = tensor.empty() : tensor<6x5xf16>
  %r = linalg.softmax dimension(0) ins(%x : tensor<6x5xf16>) outs(%e : tensor<6x5xf16>) -> tensor<6x5xf16>
  return %r : tensor<6x5xf16>
}
