// RUN: dlopt-run --check %s --target cpu
// CASE: f32_precision/f16_result_large
// KIND: f16 matmul whose partial sums leave f16
// WHY: 60000 + 60000 - 60000: with an f16 accumulator inf. Ours sums in f32.
// CALL: @test
// IN 0: tensor<1x3xf16> = [[60000.0, 60000.0, -60000.0]]
// IN 1: tensor<3x1xf16> = [[1.0], [1.0], [1.0]]
// OUT 0: tensor<1x1xf16> = [[60000.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x3xf16>, %y: tensor<3x1xf16>) -> tensor<1x1xf16> {
  %iz = arith.constant 0.0 : f16
  %ie = tensor.empty() : tensor<1x1xf16>
  %i = linalg.fill ins(%iz : f16) outs(%ie : tensor<1x1xf16>) -> tensor<1x1xf16>
  %r = linalg.matmul ins(%x, %y : tensor<1x3xf16>, tensor<3x1xf16>) outs(%i : tensor<1x1xf16>) -> tensor<1x1xf16>
  return %r : tensor<1x1xf16>
}
