// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_i8_signed_unsigned
// KIND: i8 factors read as signed and as unsigned, summed in i32
// WHY: -1 is 255 where the op says unsigned.
// CALL: @test
// IN 0: tensor<2x3xi8> = [[-128, 127, -1], [1, 2, 3]]
// IN 1: tensor<3x2xi8> = [[-128, 127], [127, 1], [-1, -128]]
// OUT 0: tensor<2x2xi32> = [[32514, -16001], [123, -255]] TOL exact
// OUT 1: tensor<2x2xi32> = [[97538, 49023], [1147, 513]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<2x3xi8>, %b: tensor<3x2xi8>) -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %0 = dlopt.matmul %a, %b : tensor<2x3xi8>, tensor<3x2xi8> -> tensor<2x2xi32>
  %1 = dlopt.matmul %a, %b unsigned : tensor<2x3xi8>, tensor<3x2xi8> -> tensor<2x2xi32>
  return %0, %1 : tensor<2x2xi32>, tensor<2x2xi32>
}
