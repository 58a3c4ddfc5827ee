// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i8_k4096_extremes
// KIND: int8 matmul of -128 by -128, K = 4096
// WHY: The sum is exactly 2^26; a 16-bit pair sum of -128 * -128 * 2 = 32768
//   would saturate or wrap.
// CALL: @test
// IN 0: tensor<3x4096xi8> = splat(-128)
// IN 1: tensor<4096x2xi8> = splat(-128)
// OUT 0: tensor<3x2xi32> = [[67108864, 67108864], [67108864, 67108864], [67108864, 67108864]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x4096xi8>, %y: tensor<4096x2xi8>) -> tensor<3x2xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<3x2xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<3x2xi32>) -> tensor<3x2xi32>
  %r = linalg.matmul ins(%x, %y : tensor<3x4096xi8>, tensor<4096x2xi8>) outs(%i : tensor<3x2xi32>) -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}
