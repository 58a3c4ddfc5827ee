// RUN: dlopt-run --check %s --target cpu
// CASE: ops/rms_norm_axis0
// KIND: all three dimensions of a bf16 tensor
// WHY: Axis 0 leaves one row; the statistics are a scalar.
// CALL: @test
// IN 0: tensor<2x2x3xbf16> = [[[2.56, 0.953, -0.72], [-0.0625, 0.67, -0.344]], [[0.61, -0.61, -0.36], [-0.078, -0.453, -2.45]]]
// OUT 0: tensor<2x2x3xbf16> = [[[2.25, 0.836, -0.63], [-0.0547, 0.59, -0.3]], [[0.535, -0.535, -0.314], [-0.0684, -0.396, -2.14]]] TOL abs=1e-3 rel=0.008
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x2x3xbf16>) -> (tensor<2x2x3xbf16>) {
  %0 = dlopt.rms_norm %x axis 0 epsilon 1.0e-5 : tensor<2x2x3xbf16> -> tensor<2x2x3xbf16>
  return %0 : tensor<2x2x3xbf16>
}
