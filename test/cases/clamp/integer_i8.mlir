// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: clamp/integer_i8
// KIND: signed and unsigned max and min of i8 at the edges
// WHY: Unsigned, -1 is the largest.
// CALL: @test
// IN 0: tensor<6xi8> = [-128, -1, 0, 1, 127, 5]
// IN 1: tensor<6xi8> = [127, -128, -1, -128, -128, 6]
// OUT 0: tensor<6xi8> = [127, -1, 0, 1, 127, 6] TOL exact
// OUT 1: tensor<6xi8> = [-128, -128, -1, -128, -128, 5] TOL exact
// OUT 2: tensor<6xi8> = [-128, -1, -1, -128, -128, 6] TOL exact
// OUT 3: tensor<6xi8> = [127, -128, 0, 1, 127, 5] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<6xi8>, %y: tensor<6xi8>) -> (tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>) {
  %r0 = arith.maxsi %x, %y : tensor<6xi8>
  %r1 = arith.minsi %x, %y : tensor<6xi8>
  %r2 = arith.maxui %x, %y : tensor<6xi8>
  %r3 = arith.minui %x, %y : tensor<6xi8>
  return %r0, %r1, %r2, %r3 : tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>
}
