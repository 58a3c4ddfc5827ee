// RUN: dlopt-run --check %s --target cpu
// CASE: ops/layer_norm_large_mean
// KIND: rows with mean 4096 and spread 0.1
// WHY: A variance taken as a difference of squares has no correct digit here.
// CALL: @test
// IN 0: tensor<2x8xf32> = [[4095.8818, 4095.9355, 4096.164, 4096.1123, 4095.9307, 4096.0605, 4095.9346, 4096.163], [4095.9414, 4096.008, 4096.1387, 4095.917, 4096.131, 4095.918, 4096.0234, 4095.9707]]
// OUT 0: tensor<2x8xf32> = [[-1.308305, -0.8099031, 1.3105705, 0.8302923, -0.8552124, 0.35001406, -0.81896496, 1.3015087], [-0.7811592, 0.022150071, 1.6051419, -1.0764935, 1.5106349, -1.0646801, 0.21116401, -0.42675805]] TOL abs=2e-3 rel=2e-3
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x8xf32>) -> (tensor<2x8xf32>) {
  %0 = dlopt.layer_norm %x axis 1 epsilon 1.0e-5 : tensor<2x8xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
