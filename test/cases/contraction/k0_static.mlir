// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/k0_static
// KIND: f32 matmul with K = 0, static
// WHY: An empty sum is 0.
// CALL: @test
// IN 0: tensor<3x0xf32> = splat(0.0)
// IN 1: tensor<0x2xf32> = splat(0.0)
// OUT 0: tensor<3x2xf32> = [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x0xf32>, %y: tensor<0x2xf32>) -> tensor<3x2xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<3x2xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.matmul ins(%x, %y : tensor<3x0xf32>, tensor<0x2xf32>) outs(%i : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
