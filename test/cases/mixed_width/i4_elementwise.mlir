// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/i4_elementwise
// KIND: i4 widened both ways, added to itself, compared with 0
// WHY: Sums wrap in four bits: 7 + 7 is -2. All sixteen values, an even and
//   odd place each.
// CALL: @test
// IN 0: tensor<16xi4> = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]
// OUT 0: tensor<16xi32> = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7] TOL exact
// OUT 1: tensor<16xi32> = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7] TOL exact
// OUT 2: tensor<16xi4> = cyc(0, 2, 4, 6, -8, -6, -4, -2) TOL exact
// OUT 3: tensor<16xi1> = [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<16xi4>) -> (tensor<16xi32>, tensor<16xi32>, tensor<16xi4>, tensor<16xi1>) {
  %z = arith.constant dense<0> : tensor<16xi4>
  %s = arith.extsi %x : tensor<16xi4> to tensor<16xi32>
  %u = arith.extui %x : tensor<16xi4> to tensor<16xi32>
  %d = arith.addi %x, %x : tensor<16xi4>
  %c = arith.cmpi slt, %x, %z : tensor<16xi4>
  return %s, %u, %d, %c : tensor<16xi32>, tensor<16xi32>, tensor<16xi4>, tensor<16xi1>
}
