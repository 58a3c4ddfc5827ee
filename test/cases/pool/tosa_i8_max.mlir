// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: pool/tosa_i8_max
// KIND: tosa.max_pool2d of i8 with padding
// WHY: Padding of integers is with the least one.
// CALL: @test
// IN 0: tensor<1x3x3x1xi8> = [[[[127], [126], [-128]], [[125], [-1], [-128]], [[3], [2], [-127]]]]
// OUT 0: tensor<1x3x3x1xi8> = [[[[127], [126], [-128]], [[125], [2], [-127]], [[3], [2], [-127]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x3x3x1xi8>) -> tensor<1x3x3x1xi8> {
  %m = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 1, 1>} : (tensor<1x3x3x1xi8>) -> tensor<1x3x3x1xi8>
  return %m : tensor<1x3x3x1xi8>
}
