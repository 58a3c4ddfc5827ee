// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_integers
// KIND: integers of all widths
// WHY: Sign, zeros, low bits, saturation; an i1 is 0 or -1, or 1 when
//   unsigned.
// CALL: @test
// IN 0: tensor<7xi8> = [-128, -1, 0, 1, 127, 5, -6]
// OUT 0: tensor<7xi32> = [-128, -1, 0, 1, 127, 5, -6] TOL exact
// OUT 1: tensor<7xi32> = [128, 255, 0, 1, 127, 5, 250] TOL exact
// OUT 2: tensor<7xi4> = [0, -1, 0, 1, -1, 5, -6] TOL exact
// OUT 3: tensor<7xi4> = [-8, -1, 0, 1, 7, 5, -6] TOL exact
// OUT 4: tensor<7xi4> = [-1, -1, 0, 1, -1, 5, -1] TOL exact
// OUT 5: tensor<7xi1> = [0, 1, 0, 1, 1, 1, 0] TOL exact
// OUT 6: tensor<7xi8> = [-128, -1, 0, 1, 127, 5, -6] TOL exact
// OUT 7: tensor<7xi64> = [128, 255, 0, 1, 127, 5, 250] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<7xi8>) -> (tensor<7xi32>, tensor<7xi32>, tensor<7xi4>, tensor<7xi4>, tensor<7xi4>, tensor<7xi1>, tensor<7xi8>, tensor<7xi64>) {
  %0 = dlopt.cast %x : tensor<7xi8> to tensor<7xi32>
  %1 = dlopt.cast %x unsigned : tensor<7xi8> to tensor<7xi32>
  %2 = dlopt.cast %x : tensor<7xi8> to tensor<7xi4>
  %3 = dlopt.cast %x saturate : tensor<7xi8> to tensor<7xi4>
  %4 = dlopt.cast %x saturate unsigned : tensor<7xi8> to tensor<7xi4>
  %5 = dlopt.cast %x : tensor<7xi8> to tensor<7xi1>
  %6 = dlopt.cast %x saturate : tensor<7xi8> to tensor<7xi8>
  %7 = dlopt.cast %x saturate unsigned : tensor<7xi8> to tensor<7xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<7xi32>, tensor<7xi32>, tensor<7xi4>, tensor<7xi4>, tensor<7xi4>, tensor<7xi1>, tensor<7xi8>, tensor<7xi64>
}
