// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_fp8
// KIND: f8E5M2 by f8E4M3FN into f32
// WHY: Padding of an 8-bit input is a zero of its type.
// CALL: @test
// IN 0: tensor<1x4x2xf8E5M2> = [[[-0.0, 2.0], [2.0, 0.0], [-2.0, -3.0], [-4.0, 2.0]]]
// IN 1: tensor<2x2x2xf8E4M3FN> = [[[-0.0, -1.0], [-1.0, -3.0]], [[1.0, 3.0], [2.0, -3.0]]]
// OUT 0: tensor<1x4x2xf32> = [[[4.0, -6.0], [0.0, 0.0], [-8.0, 1.0], [3.0, -7.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x4x2xf8E5M2>, %w: tensor<2x2x2xf8E4M3FN>) -> tensor<1x4x2xf32> {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] pad_low [1]
      : tensor<1x4x2xf8E5M2>, tensor<2x2x2xf8E4M3FN> -> tensor<1x4x2xf32>
  return %0 : tensor<1x4x2xf32>
}
