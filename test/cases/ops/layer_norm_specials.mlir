// RUN: dlopt-run --check %s --target cpu
// CASE: ops/layer_norm_specials
// KIND: a constant row, NaN, an infinity, and squares beyond f32
// WHY: A constant row gives zeros through epsilon; NaN and infinity make
//   their row NaN; a variance of +inf gives zeros of the sign of the
//   difference.
// CALL: @test
// IN 0: tensor<4x3xf32> = [[5.0, 5.0, 5.0], [nan, 1.0, 2.0], [inf, 1.0, 2.0], [1e+30, -1e+30, 0.0]]
// OUT 0: tensor<4x3xf32> = [[0.0, 0.0, 0.0], [nan, nan, nan], [nan, nan, nan], [0.0, -0.0, 0.0]] TOL abs=0 rel=0
// HOW: by hand from the formula, in f32.

func.func @test(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>) {
  %0 = dlopt.layer_norm %x axis 1 epsilon 1.0e-5 : tensor<4x3xf32> -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
