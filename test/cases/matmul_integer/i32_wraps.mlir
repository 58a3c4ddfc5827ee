// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i32_wraps
// KIND: i32 matmul
// WHY: Products wrap modulo 2^32; an f64 would lose the low bits.
// CALL: @test
// IN 0: tensor<2x5xi32> = cyc(2147483647, -2147483648, 65537)
// IN 1: tensor<5x3xi32> = cyc(2147483647, 3, -7)
// OUT 0: tensor<2x3xi32> = [[2147418113, 196605, -458745], [2147352576, -2147090432, 2146566144]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x5xi32>, %y: tensor<5x3xi32>) -> tensor<2x3xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<2x3xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = linalg.matmul ins(%x, %y : tensor<2x5xi32>, tensor<5x3xi32>) outs(%i : tensor<2x3xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}
