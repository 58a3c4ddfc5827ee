// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/integers
// KIND: i32 to i8 and back, signed and unsigned
// WHY: Truncation wraps; widening looks at the new sign bit or not.
// CALL: @test
// IN 0: tensor<6xi32> = [300, -300, 127, 128, -129, 2147483647]
// OUT 0: tensor<6xi32> = [44, -44, 127, -128, 127, -1] TOL exact
// OUT 1: tensor<6xi32> = [44, 212, 127, 128, 127, 255] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>) {
  %n = arith.trunci %x : tensor<6xi32> to tensor<6xi8>
  %s = arith.extsi %n : tensor<6xi8> to tensor<6xi32>
  %u = arith.extui %n : tensor<6xi8> to tensor<6xi32>
  return %s, %u : tensor<6xi32>, tensor<6xi32>
}
