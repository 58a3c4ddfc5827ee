// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/tosa_max_nan_ignore
// KIND: tosa.max_pool2d with nan_mode IGNORE
// WHY: NaN is dropped where the window holds a number.
// CALL: @test
// IN 0: tensor<1x1x6x1xf32> = [[[[1.0], [nan], [3.0], [-4.0], [nan], [2.0]]]]
// OUT 0: tensor<1x1x5x1xf32> = [[[[1.0], [3.0], [3.0], [-4.0], [2.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x1x6x1xf32>) -> tensor<1x1x5x1xf32> {
  %m = tosa.max_pool2d %x {kernel = array<i64: 1, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, nan_mode = IGNORE} : (tensor<1x1x6x1xf32>) -> tensor<1x1x5x1xf32>
  return %m : tensor<1x1x5x1xf32>
}
