// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_integers_to_f8
// KIND: i32 to f8E4M3FN
// WHY: Beyond 464 there is NaN, with saturation 448.
// CALL: @test
// IN 0: tensor<9xi32> = [0, 1, -17, 18, 19, 448, 464, 465, -100000]
// OUT 0: tensor<9xf8E4M3FN> = [0.0, 1.0, -16.0, 18.0, 2e+01, 4.5e+02, 4.5e+02, nan, nan] TOL exact
// OUT 1: tensor<9xf8E4M3FN> = [0.0, 1.0, -16.0, 18.0, 2e+01, 4.5e+02, 4.5e+02, 4.5e+02, -4.5e+02] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<9xi32>) -> (tensor<9xf8E4M3FN>, tensor<9xf8E4M3FN>) {
  %0 = dlopt.cast %x : tensor<9xi32> to tensor<9xf8E4M3FN>
  %1 = dlopt.cast %x saturate : tensor<9xi32> to tensor<9xf8E4M3FN>
  return %0, %1 : tensor<9xf8E4M3FN>, tensor<9xf8E4M3FN>
}
