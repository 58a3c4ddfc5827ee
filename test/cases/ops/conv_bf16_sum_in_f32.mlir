// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_bf16_sum_in_f32
// KIND: a window of 3000 ones in bf16, and accumulated in f64
// WHY: A sum kept in bf16 stands still at 256.
// CALL: @test
// IN 0: tensor<1x3000x1xbf16> = splat(1.0)
// IN 1: tensor<3000x1x1xbf16> = splat(1.0)
// OUT 0: tensor<1x1x1xf32> = [[[3000.0]]] TOL exact
// OUT 1: tensor<1x1x1xbf16> = [[[3e+03]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x3000x1xbf16>, %w: tensor<3000x1x1xbf16>) -> (tensor<1x1x1xf32>, tensor<1x1x1xbf16>) {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] : tensor<1x3000x1xbf16>, tensor<3000x1x1xbf16> -> tensor<1x1x1xf32>
  %1 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] accumulate f64 : tensor<1x3000x1xbf16>, tensor<3000x1x1xbf16> -> tensor<1x1x1xbf16>
  return %0, %1 : tensor<1x1x1xf32>, tensor<1x1x1xbf16>
}
