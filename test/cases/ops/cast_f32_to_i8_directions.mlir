// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_f32_to_i8_directions
// KIND: f32 to i8 in every direction, all in range
// WHY: The default drops the fraction, as arith does; ties to even and away
//   differ at .5.
// CALL: @test
// IN 0: tensor<13xf32> = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999997, -0.9, 0.9, 126.5, 127.49, -128.4, 100.0]
// OUT 0: tensor<13xi8> = [0, 1, 2, 0, -1, -2, 0, 0, 0, 126, 127, -128, 100] TOL exact
// OUT 1: tensor<13xi8> = [0, 2, 2, 0, -2, -2, 0, -1, 1, 126, 127, -128, 100] TOL exact
// OUT 2: tensor<13xi8> = [0, 1, 2, 0, -1, -2, 0, 0, 0, 126, 127, -128, 100] TOL exact
// OUT 3: tensor<13xi8> = [0, 1, 2, -1, -2, -3, 0, -1, 0, 126, 127, -128, 100] TOL exact
// OUT 4: tensor<13xi8> = [1, 2, 3, 0, -1, -2, 1, 0, 1, 127, 127, -128, 100] TOL exact
// OUT 5: tensor<13xi8> = [1, 2, 3, -1, -2, -3, 0, -1, 1, 127, 127, -128, 100] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<13xf32>) -> (tensor<13xi8>, tensor<13xi8>, tensor<13xi8>, tensor<13xi8>, tensor<13xi8>, tensor<13xi8>) {
  %0 = dlopt.cast %x : tensor<13xf32> to tensor<13xi8>
  %1 = dlopt.cast %x rounding nearest_even : tensor<13xf32> to tensor<13xi8>
  %2 = dlopt.cast %x rounding toward_zero : tensor<13xf32> to tensor<13xi8>
  %3 = dlopt.cast %x rounding downward saturate : tensor<13xf32> to tensor<13xi8>
  %4 = dlopt.cast %x rounding upward saturate : tensor<13xf32> to tensor<13xi8>
  %5 = dlopt.cast %x rounding nearest_away saturate : tensor<13xf32> to tensor<13xi8>
  return %0, %1, %2, %3, %4, %5 : tensor<13xi8>, tensor<13xi8>, tensor<13xi8>, tensor<13xi8>, tensor<13xi8>, tensor<13xi8>
}
