// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i8_one_by_one
// KIND: int8 matmul of one row and one column, K = 257
// WHY: M = N = 1.
// CALL: @test
// IN 0: tensor<1x257xi8> = cyc(127, -128)
// IN 1: tensor<257x1xi8> = cyc(-128, 127)
// OUT 0: tensor<1x1xi32> = [[-4177792]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x257xi8>, %y: tensor<257x1xi8>) -> tensor<1x1xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<1x1xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<1x1xi32>) -> tensor<1x1xi32>
  %r = linalg.matmul ins(%x, %y : tensor<1x257xi8>, tensor<257x1xi8>) outs(%i : tensor<1x1xi32>) -> tensor<1x1xi32>
  return %r : tensor<1x1xi32>
}
