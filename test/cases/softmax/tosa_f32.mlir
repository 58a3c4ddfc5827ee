// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/tosa_f32
// KIND: softmax as tosa writes it: reduce_max, sub, exp, reduce_sum,
//   reciprocal, mul
// WHY: Kept dimensions of size 1 and a product with a reciprocal are the same
//   rows.
// CALL: @test
// IN 0: tensor<2x3x5xf32> = [[[65.15625, -114.84375, 31.875, 59.53125, -0.46875], [-66.09375, -72.65625, 62.34375, -79.21875, -98.90625], [44.53125, 108.75, -119.0625, 2.8125, 75.0]], [[27.1875, 53.4375, -50.15625, 100.3125, 51.5625], [10.3125, -85.78125, -30.46875, 41.71875, -14.0625], [-15.9375, 28.125, 3.28125, 36.09375, 24.375]]]
// OUT 0: tensor<2x3x5xf32> = [[[0.9964064, 0.0, 3.504074e-15, 0.0035936027, 3.146742e-29], [0.0, 0.0, 1.0, 0.0, 0.0], [1.2886982e-28, 1.0, 0.0, 0.0, 2.200702e-15]], [[1.7466907e-32, 4.3898144e-21, 0.0, 1.0, 6.7319986e-22], [2.2931842e-14, 0.0, 4.460331e-32, 1.0, 5.9499173e-25], [2.5290732e-23, 0.00034598878, 5.617699e-15, 0.9996459, 8.136876e-06]]] TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %m = tosa.reduce_max %x {axis = 2 : i32} : (tensor<2x3x5xf32>) -> tensor<2x3x1xf32>
  %d = tosa.sub %x, %m : (tensor<2x3x5xf32>, tensor<2x3x1xf32>) -> tensor<2x3x5xf32>
  %e = tosa.exp %d : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %s = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<2x3x5xf32>) -> tensor<2x3x1xf32>
  %i = tosa.reciprocal %s : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.mul %e, %i, %z : (tensor<2x3x5xf32>, tensor<2x3x1xf32>, tensor<1xi8>) -> tensor<2x3x5xf32>
  return %r : tensor<2x3x5xf32>
}
