// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/shift_in_place
// KIND: x[i + 1] = x[i] for the whole tensor at once and step by step
// WHY: The whole-tensor form reads the old values; the loop copies the first
//   into all. Overlapping copies in place give the second for the first.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// OUT 0: tensor<4xf32> = [1.0, 1.0, 2.0, 3.0] TOL exact
// OUT 1: tensor<4xf32> = [1.0, 1.0, 1.0, 1.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %h = tensor.extract_slice %x[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %0 = tensor.insert_slice %h into %x[1] [3] [1] : tensor<3xf32> into tensor<4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %x) -> (tensor<4xf32>) {
    %v = tensor.extract %u[%i] : tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    %w = tensor.insert %v into %u[%j] : tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %0, %r : tensor<4xf32>, tensor<4xf32>
}
