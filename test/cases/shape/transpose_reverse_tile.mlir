// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: shape/transpose_reverse_tile
// KIND: linalg.transpose of rank 3, tosa.reverse and tosa.tile on i8
// CALL: @test
// IN 0: tensor<2x3x4xi8> = [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]
// OUT 0: tensor<4x2x3xi8> = [[[0, 4, 8], [12, 16, 20]], [[1, 5, 9], [13, 17, 21]], [[2, 6, 10], [14, 18, 22]], [[3, 7, 11], [15, 19, 23]]] TOL exact
// OUT 1: tensor<2x3x4xi8> = [[[8, 9, 10, 11], [4, 5, 6, 7], [0, 1, 2, 3]], [[20, 21, 22, 23], [16, 17, 18, 19], [12, 13, 14, 15]]] TOL exact
// OUT 2: tensor<2x6x12xi8> = [[[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3], [4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7], [8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11], [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3], [4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7], [8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11]], [[12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15], [16, 17, 18, 19, 16, 17, 18, 19, 16, 17, 18, 19], [20, 21, 22, 23, 20, 21, 22, 23, 20, 21, 22, 23], [12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15], [16, 17, 18, 19, 16, 17, 18, 19, 16, 17, 18, 19], [20, 21, 22, 23, 20, 21, 22, 23, 20, 21, 22, 23]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3x4xi8>) -> (tensor<4x2x3xi8>, tensor<2x3x4xi8>, tensor<2x6x12xi8>) {
  %e = tensor.empty() : tensor<4x2x3xi8>
  %r = linalg.transpose ins(%x : tensor<2x3x4xi8>) outs(%e : tensor<4x2x3xi8>) permutation = [2, 0, 1]
  %q = tosa.reverse %x {axis = 1 : i32} : (tensor<2x3x4xi8>) -> tensor<2x3x4xi8>
  %m = tosa.const_shape {values = dense<[1, 2, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %t = tosa.tile %x, %m : (tensor<2x3x4xi8>, !tosa.shape<3>) -> tensor<2x6x12xi8>
  return %r, %q, %t : tensor<4x2x3xi8>, tensor<2x3x4xi8>, tensor<2x6x12xi8>
}
