// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_tf32
// KIND: a 1x1 convolution with factors that need eleven mantissa bits
// WHY: tf32 rounds the factors, to nearest even.
// CALL: @test
// IN 0: tensor<1x2x1xf32> = [[[1.0004883], [1.0014648]]]
// IN 1: tensor<1x1x1xf32> = [[[1.0]]]
// OUT 0: tensor<1x2x1xf32> = [[[1.0], [1.0019531]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x2x1xf32>, %w: tensor<1x1x1xf32>) -> tensor<1x2x1xf32> {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] numerics tf32 : tensor<1x2x1xf32>, tensor<1x1x1xf32> -> tensor<1x2x1xf32>
  return %0 : tensor<1x2x1xf32>
}
