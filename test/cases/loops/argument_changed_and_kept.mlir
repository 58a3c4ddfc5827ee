// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/argument_changed_and_kept
// KIND: an element inserted into an argument that is also returned
// WHY: The argument is the caller's: it must not change.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// OUT 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0] TOL exact
// OUT 1: tensor<4xf32> = [9.0, 2.0, 3.0, 4.0] TOL exact
// OUT 2: tensor<4xf32> = [1.0, 2.0, 3.0, -9.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = arith.constant 9.0 : f32
  %b = arith.constant -9.0 : f32
  %0 = tensor.insert %a into %x[%c0] : tensor<4xf32>
  %1 = tensor.insert %b into %x[%c3] : tensor<4xf32>
  return %x, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
