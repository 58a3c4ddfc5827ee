// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/shifts_i8
// KIND: shifts of i8 left, right with and without the sign
// CALL: @test
// IN 0: tensor<6xi8> = [-128, -1, 0, 1, 127, 85]
// IN 1: tensor<6xi8> = [0, 1, 2, 7, 3, 4]
// OUT 0: tensor<6xi8> = [-128, -2, 0, -128, -8, 80] TOL exact
// OUT 1: tensor<6xi8> = [-128, -1, 0, 0, 15, 5] TOL exact
// OUT 2: tensor<6xi8> = [-128, 127, 0, 0, 15, 5] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<6xi8>, %y: tensor<6xi8>) -> (tensor<6xi8>, tensor<6xi8>, tensor<6xi8>) {
  %r0 = arith.shli %x, %y : tensor<6xi8>
  %r1 = arith.shrsi %x, %y : tensor<6xi8>
  %r2 = arith.shrui %x, %y : tensor<6xi8>
  return %r0, %r1, %r2 : tensor<6xi8>, tensor<6xi8>, tensor<6xi8>
}
