// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: f32_precision/matmul_transposed_dynamic
// KIND: f32 matmul, both operands transposed, dynamic
// WHY: Layout changes must not change the class of numbers.
// CALL: @test
// IN 0: tensor<33x5xf32> = cyc(1.0002441, 0.99975586)
// IN 1: tensor<7x33xf32> = splat(1.000001)
// OUT 0: tensor<5x7xf32> = cyc(33.000275, 33.000275, 33.000275, 33.000275, 33.000275, 33.000275, 33.000275, 32.999786, 32.999786, 32.999786, 32.999786, 32.999786, 32.999786, 32.999786) TOL rel=1e-6
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %iz = arith.constant 0.0 : f32
  %cm = arith.constant 1 : index
  %cn = arith.constant 0 : index
  %m = tensor.dim %x, %cm : tensor<?x?xf32>
  %n = tensor.dim %y, %cn : tensor<?x?xf32>
  %ie = tensor.empty(%m, %n) : tensor<?x?xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
