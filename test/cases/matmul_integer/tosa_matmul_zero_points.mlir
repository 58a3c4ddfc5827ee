// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/tosa_matmul_zero_points
// KIND: tosa.matmul on i8 with zero points
// WHY: Batched, with zero points as tensors.
// CALL: @test
// IN 0: tensor<2x3x5xi8> = [[[-46, 48, -54, -112, 102], [-30, 116, 25, 108, 58], [99, 26, 116, -2, 66]], [[46, 54, 101, 77, -54], [-55, -53, -76, -126, 32], [19, 21, 19, 11, 86]]]
// IN 1: tensor<2x5x4xi8> = [[[-21, -40, -116, 22], [-57, 121, -26, 106], [28, 10, 80, -67], [104, -19, 26, -103], [87, 118, 107, -96]], [[119, -124, 77, 10], [10, -128, 86, -44], [5, -91, -8, -27], [-87, 104, 103, -61], [79, -60, 77, 45]]]
// OUT 0: tensor<2x3x4xi32> = [[[-7334, 19651, 6982, 10113], [10735, 19674, 11707, -5039], [5044, 7652, 4443, -7192]], [[-4761, -7899, 9373, -10664], [4214, 6650, -21983, 12560], [7884, -8333, 8890, 2854]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3x5xi8>, %y: tensor<2x5x4xi8>) -> tensor<2x3x4xi32> {
  %za = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zb = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.matmul %x, %y, %za, %zb : (tensor<2x3x5xi8>, tensor<2x5x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x4xi32>
  return %r : tensor<2x3x4xi32>
}
