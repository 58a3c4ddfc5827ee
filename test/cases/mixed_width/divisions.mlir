// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/divisions
// KIND: signed division towards zero, down and up, remainders, unsigned
//   division
// WHY: Negative operands differ in each.
// CALL: @test
// IN 0: tensor<7xi32> = [7, -7, 7, -7, -2147483648, 2147483647, 0]
// IN 1: tensor<7xi32> = [2, 2, -2, -2, 3, -1, 5]
// OUT 0: tensor<7xi32> = [3, -3, -3, 3, -715827882, -2147483647, 0] TOL exact
// OUT 1: tensor<7xi32> = [3, -4, -4, 3, -715827883, -2147483647, 0] TOL exact
// OUT 2: tensor<7xi32> = [4, -3, -3, 4, -715827882, -2147483647, 0] TOL exact
// OUT 3: tensor<7xi32> = [1, -1, 1, -1, -2, 0, 0] TOL exact
// OUT 4: tensor<7xi32> = [3, 2147483644, 0, 0, 715827882, 0, 0] TOL exact
// OUT 5: tensor<7xi32> = [1, 1, 7, -7, 2, 2147483647, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<7xi32>, %y: tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) {
  %r0 = arith.divsi %x, %y : tensor<7xi32>
  %r1 = arith.floordivsi %x, %y : tensor<7xi32>
  %r2 = arith.ceildivsi %x, %y : tensor<7xi32>
  %r3 = arith.remsi %x, %y : tensor<7xi32>
  %r4 = arith.divui %x, %y : tensor<7xi32>
  %r5 = arith.remui %x, %y : tensor<7xi32>
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>
}
