// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_integer_saturate
// KIND: i32 to i8 and i16
// WHY: Saturation differs from the low bits beyond the range.
// CALL: @test
// IN 0: tensor<7xi32> = [300, -300, 127, -128, 40000, -1, 2147483647]
// OUT 0: tensor<7xi8> = [127, -128, 127, -128, 127, -1, 127] TOL exact
// OUT 1: tensor<7xi8> = [-1, -1, 127, -1, -1, -1, -1] TOL exact
// OUT 2: tensor<7xi8> = [44, -44, 127, -128, 64, -1, -1] TOL exact
// OUT 3: tensor<7xi16> = [300, -300, 127, -128, 32767, -1, 32767] TOL exact
// OUT 4: tensor<7xi16> = [300, -1, 127, -1, -25536, -1, -1] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<7xi32>) -> (tensor<7xi8>, tensor<7xi8>, tensor<7xi8>, tensor<7xi16>, tensor<7xi16>) {
  %0 = dlopt.cast %x saturate : tensor<7xi32> to tensor<7xi8>
  %1 = dlopt.cast %x saturate unsigned : tensor<7xi32> to tensor<7xi8>
  %2 = dlopt.cast %x : tensor<7xi32> to tensor<7xi8>
  %3 = dlopt.cast %x saturate : tensor<7xi32> to tensor<7xi16>
  %4 = dlopt.cast %x saturate unsigned : tensor<7xi32> to tensor<7xi16>
  return %0, %1, %2, %3, %4 : tensor<7xi8>, tensor<7xi8>, tensor<7xi8>, tensor<7xi16>, tensor<7xi16>
}
