// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: clamp/integer_i32
// KIND: signed and unsigned max and min of i32 at the edges
// WHY: Unsigned, -1 is the largest.
// CALL: @test
// IN 0: tensor<6xi32> = [-2147483648, -1, 0, 1, 2147483647, 5]
// IN 1: tensor<6xi32> = [2147483647, -2147483648, -1, -2147483648, -2147483648, 6]
// OUT 0: tensor<6xi32> = [2147483647, -1, 0, 1, 2147483647, 6] TOL exact
// OUT 1: tensor<6xi32> = [-2147483648, -2147483648, -1, -2147483648, -2147483648, 5] TOL exact
// OUT 2: tensor<6xi32> = [-2147483648, -1, -1, -2147483648, -2147483648, 6] TOL exact
// OUT 3: tensor<6xi32> = [2147483647, -2147483648, 0, 1, 2147483647, 5] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<6xi32>, %y: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
  %r0 = arith.maxsi %x, %y : tensor<6xi32>
  %r1 = arith.minsi %x, %y : tensor<6xi32>
  %r2 = arith.maxui %x, %y : tensor<6xi32>
  %r3 = arith.minui %x, %y : tensor<6xi32>
  return %r0, %r1, %r2, %r3 : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>
}
