// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: sparse24/zero_times_inf
// KIND: a 2:4 constant whose zeros meet inf and NaN
// WHY: 0 * inf is NaN in the program as written: leaving out zeros changes
//   that, so it must be asked for.
// CALL: @test
// IN 0: tensor<8x2xf32> = [[inf, 1.0], [1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [nan, 1.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]
// OUT 0: tensor<2x2xf32> = [[nan, 5.0], [nan, 4.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<8x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, -0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<2x8xf32>
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<2x2xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = linalg.matmul ins(%w, %x : tensor<2x8xf32>, tensor<8x2xf32>) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
