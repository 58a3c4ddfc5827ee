// RUN: dlopt-run --check %s --target cpu
// CASE: ops/conv_i8_unsigned
// KIND: i8 read as unsigned
// WHY: -1 is 255.
// CALL: @test
// IN 0: tensor<1x4x1xi8> = [[[-1], [2], [-128], [127]]]
// IN 1: tensor<2x1x1xi8> = [[[1]], [[-1]]]
// OUT 0: tensor<1x3x1xi32> = [[[765], [32642], [32513]]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<1x4x1xi8>, %w: tensor<2x1x1xi8>) -> tensor<1x3x1xi32> {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] unsigned
      : tensor<1x4x1xi8>, tensor<2x1x1xi8> -> tensor<1x3x1xi32>
  return %0 : tensor<1x3x1xi32>
}
