// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/matmul_power
// KIND: x^8 by three squarings in a loop, f32
// WHY: The accumulator of the loop is both factors of the next product.
// CALL: @test
// IN 0: tensor<2x2xf32> = [[1.0, 1.0], [0.0, 1.0]]
// OUT 0: tensor<2x2xf32> = [[1.0, 8.0], [0.0, 1.0]] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %x) -> (tensor<2x2xf32>) {
    %e = tensor.empty() : tensor<2x2xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
    %p = linalg.matmul ins(%u, %u : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
    scf.yield %p : tensor<2x2xf32>
  }
  return %r : tensor<2x2xf32>
}
