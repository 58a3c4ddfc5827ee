// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i8_matvec_vecmat_dot
// KIND: matvec, vecmat and dot on i8 into i32
// WHY: The three contractions without a matrix on one side.
// CALL: @test
// IN 0: tensor<4x6xi8> = [[25, 63, -48, -37, -47, 55], [-115, -52, 33, -57, -46, -104], [-19, -36, 48, 125, 32, -83], [108, -3, 4, -94, 12, 1]]
// IN 1: tensor<6xi8> = [72, 117, 12, 5, -9, 0]
// OUT 0: tensor<4xi32> = [8833, -13839, -4667, 6895] TOL exact
// OUT 1: tensor<4xi32> = [8833, -13839, -4667, 6895] TOL exact
// OUT 2: tensor<i32> = 19123 TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<4x6xi8>, %v: tensor<6xi8>) -> (tensor<4xi32>, tensor<4xi32>, tensor<i32>) {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<4xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<4xi32>) -> tensor<4xi32>
  %jz = arith.constant 0 : i32
  %je = tensor.empty() : tensor<i32>
  %j = linalg.fill ins(%jz : i32) outs(%je : tensor<i32>) -> tensor<i32>
  %te = tensor.empty() : tensor<6x4xi8>
  %t = linalg.transpose ins(%x : tensor<4x6xi8>) outs(%te : tensor<6x4xi8>) permutation = [1, 0]
  %r = linalg.matvec ins(%x, %v : tensor<4x6xi8>, tensor<6xi8>) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %s = linalg.vecmat ins(%v, %t : tensor<6xi8>, tensor<6x4xi8>) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %d = linalg.dot ins(%v, %v : tensor<6xi8>, tensor<6xi8>) outs(%j : tensor<i32>) -> tensor<i32>
  return %r, %s, %d : tensor<4xi32>, tensor<4xi32>, tensor<i32>
}
