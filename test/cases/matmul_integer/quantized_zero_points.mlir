// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/quantized_zero_points
// KIND: linalg.quantized_matmul with two zero points
// WHY: sum (a - za) (b - zb): zero points are subtracted in 32 bits, 127 -
//   -128 does not fit a byte.
// CALL: @test
// IN 0: tensor<4x6xi8> = [[25, 63, -48, -37, -47, 55], [-115, -52, 33, -57, -46, -104], [-19, -36, 48, 125, 32, -83], [108, -3, 4, -94, 12, 1]]
// IN 1: tensor<6x3xi8> = [[-53, 27, 6], [125, 113, 2], [-125, 67, -52], [48, -106, -79], [52, 5, 13], [89, 34, 75]]
// OUT 0: tensor<4x3xi32> = [[-68300, -70878, -94204], [-55735, -40803, -65114], [-97853, -105402, -128891], [-94082, -70269, -97481]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<4x6xi8>, %y: tensor<6x3xi8>) -> tensor<4x3xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<4x3xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<4x3xi32>) -> tensor<4x3xi32>
  %za = arith.constant -128 : i32
  %zb = arith.constant 127 : i32
  %r = linalg.quantized_matmul ins(%x, %y, %za, %zb : tensor<4x6xi8>, tensor<6x3xi8>, i32, i32) outs(%i : tensor<4x3xi32>) -> tensor<4x3xi32>
  return %r : tensor<4x3xi32>
}
