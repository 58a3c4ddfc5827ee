// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/matmul_operand
// KIND: x rounded to bf16 and widened before an f32 matmul
// WHY: The rounding must stay although the matmul is f32.
// CALL: @test
// IN 0: tensor<2x2xf32> = [[1.0039062, 1.0117188], [3.1415927, 0.1]]
// IN 1: tensor<2x2xf32> = [[1.0, 2.0], [1.0, -1.0]]
// OUT 0: tensor<2x2xf32> = [[2.015625, 0.984375], [3.2407227, 6.1811523]] TOL rel=1e-6
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = arith.truncf %x : tensor<2x2xf32> to tensor<2x2xbf16>
  %1 = arith.extf %0 : tensor<2x2xbf16> to tensor<2x2xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = linalg.matmul ins(%1, %y : tensor<2x2xf32>, tensor<2x2xf32>) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
