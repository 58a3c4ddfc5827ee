// RUN: dlopt-run --check %s --target cpu
// CASE: cast/odd_integers
// KIND: i32 by way of i12 and i24
// WHY: integers wrap at the bits that they have, not at those of a byte.
// CALL: @test
// IN 0: tensor<6xi32> = [0, 1, -1, 2047, -2048, 123456789]
// OUT 0: tensor<6xi32> = [0, 3, -3, 2045, -2048, 1855] TOL exact
// OUT 1: tensor<6xi64> = [0, 1, 1, 4190209, 4194304, 558009] TOL exact
// HOW: expected numbers worked out with exact integers, modulo 2^12 and 2^24.

func.func @test(%x: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi64>) {
  %narrow = arith.trunci %x : tensor<6xi32> to tensor<6xi12>
  %wide = arith.extsi %narrow : tensor<6xi12> to tensor<6xi24>
  %three = arith.constant dense<3> : tensor<6xi12>
  %tripled = arith.muli %narrow, %three : tensor<6xi12>
  %square = arith.muli %wide, %wide : tensor<6xi24>
  %0 = arith.extsi %tripled : tensor<6xi12> to tensor<6xi32>
  %1 = arith.extsi %square : tensor<6xi24> to tensor<6xi64>
  return %0, %1 : tensor<6xi32>, tensor<6xi64>
}
