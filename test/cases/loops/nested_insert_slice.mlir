// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/nested_insert_slice
// KIND: rows written one by one into a tensor, each scaled by its number,
//   twice
// WHY: extract_slice and insert_slice in a nested loop are in place, but the
//   source of each row is the old tensor.
// CALL: @test
// IN 0: tensor<3x4xf32> = [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]
// OUT 0: tensor<3x4xf32> = [[0.0, 1.0, 2.0, 3.0], [16.0, 20.0, 24.0, 28.0], [72.0, 81.0, 90.0, 99.0]] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%t = %x) -> (tensor<3x4xf32>) {
    %s = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %t) -> (tensor<3x4xf32>) {
      %row = tensor.extract_slice %u[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
      %i1 = arith.addi %i, %c1 : index
      %n = arith.index_cast %i1 : index to i32
      %f = arith.sitofp %n : i32 to f32
      %v = tensor.splat %f : tensor<4xf32>
      %w = arith.mulf %row, %v : tensor<4xf32>
      %z = tensor.insert_slice %w into %u[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
      scf.yield %z : tensor<3x4xf32>
    }
    scf.yield %s : tensor<3x4xf32>
  }
  return %r : tensor<3x4xf32>
}
