// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/tosa_f16_padded
// KIND: tosa.max_pool2d and avg_pool2d of f16, padded unevenly
// WHY: Padding takes no part: not in the maximum of negative numbers, not in
//   the divisor of the mean.
// CALL: @test
// IN 0: tensor<1x5x6x1xf16> = [[[[-1.0], [-2.0], [-3.0], [-4.0], [-5.0], [-6.0]], [[-7.0], [-8.0], [-9.0], [-10.0], [-11.0], [-12.0]], [[-13.0], [-14.0], [-15.0], [-16.0], [-17.0], [-18.0]], [[-19.0], [-20.0], [-21.0], [-22.0], [-23.0], [-24.0]], [[-25.0], [-26.0], [-27.0], [-28.0], [-29.0], [-30.0]]]]
// OUT 0: tensor<1x3x4x1xf16> = [[[[-1.0], [-2.0], [-4.0], [-6.0]], [[-7.0], [-8.0], [-10.0], [-12.0]], [[-19.0], [-20.0], [-22.0], [-24.0]]]] TOL exact
// OUT 1: tensor<1x3x4x1xf16> = [[[[-4.5], [-6.0], [-8.0], [-9.0]], [[-13.5], [-15.0], [-17.0], [-18.0]], [[-22.5], [-24.0], [-26.0], [-27.0]]]] TOL rel=0.002
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x5x6x1xf16>) -> (tensor<1x3x4x1xf16>, tensor<1x3x4x1xf16>) {
  %m = tosa.max_pool2d %x {kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 2>, stride = array<i64: 2, 2>} : (tensor<1x5x6x1xf16>) -> tensor<1x3x4x1xf16>
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %a = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 2>, stride = array<i64: 2, 2>} : (tensor<1x5x6x1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x3x4x1xf16>
  return %m, %a : tensor<1x3x4x1xf16>, tensor<1x3x4x1xf16>
}
