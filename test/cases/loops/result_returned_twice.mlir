// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/result_returned_twice
// KIND: one computed tensor returned twice and changed in a third result
// WHY: The insertion must copy: both others keep the old value.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// OUT 0: tensor<4xf32> = [2.0, 4.0, 6.0, 8.0] TOL exact
// OUT 1: tensor<4xf32> = [2.0, 4.0, 6.0, 8.0] TOL exact
// OUT 2: tensor<4xf32> = [2.0, 9.0, 6.0, 8.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9.0 : f32
  %0 = arith.addf %x, %x : tensor<4xf32>
  %1 = tensor.insert %nine into %0[%c1] : tensor<4xf32>
  return %0, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
