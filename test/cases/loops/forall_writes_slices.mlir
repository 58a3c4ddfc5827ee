// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/forall_writes_slices
// KIND: scf.forall that writes a slice each
// WHY: Slices do not overlap; the shared tensor starts as the argument, which
//   stays.
// CALL: @test
// IN 0: tensor<3x4xf32> = [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]
// OUT 0: tensor<3x4xf32> = [[0.0, 1.0, 2.0, 3.0], [5.0, 6.0, 7.0, 8.0], [10.0, 11.0, 12.0, 13.0]] TOL exact
// OUT 1: tensor<3x4xf32> = [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %r = scf.forall (%i) in (3) shared_outs(%u = %x) -> (tensor<3x4xf32>) {
    %row = tensor.extract_slice %u[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %v = tensor.splat %f : tensor<4xf32>
    %w = arith.addf %row, %v : tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %u[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    }
  }
  return %r, %x : tensor<3x4xf32>, tensor<3x4xf32>
}
