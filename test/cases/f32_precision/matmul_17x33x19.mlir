// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: f32_precision/matmul_17x33x19
// KIND: f32 matmul whose factors need 13 mantissa bits
// WHY: (1 + 2^-12)^2 summed 33 times; in tf32 or bf16 each factor is 1.
// CALL: @test
// IN 0: tensor<17x33xf32> = splat(1.0002441)
// IN 1: tensor<33x19xf32> = splat(1.0002441)
// OUT 0: tensor<17x19xf32> = splat(33.016117) TOL rel=1e-6
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<17x33xf32>, %y: tensor<33x19xf32>) -> tensor<17x19xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<17x19xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<17x19xf32>) -> tensor<17x19xf32>
  %r = linalg.matmul ins(%x, %y : tensor<17x33xf32>, tensor<33x19xf32>) outs(%i : tensor<17x19xf32>) -> tensor<17x19xf32>
  return %r : tensor<17x19xf32>
}
