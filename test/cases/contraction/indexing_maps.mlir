// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/indexing_maps
// KIND: linalg.matmul and linalg.contract with indexing maps
// WHY: Transposes written as maps of named operations.
// CALL: @test
// IN 0: tensor<5x3xf32> = [[1.0, -2.0, 4.0], [-3.0, 1.0, 3.0], [2.0, 0.0, -4.0], [2.0, 2.0, 2.0], [-3.0, 2.0, 0.0]]
// IN 1: tensor<4x5xf32> = [[1.0, 2.0, -1.0, -1.0, 1.0], [4.0, 1.0, 3.0, 4.0, 4.0], [-1.0, -2.0, 4.0, -3.0, 4.0], [-1.0, 4.0, 0.0, -3.0, -1.0]]
// OUT 0: tensor<3x4xf32> = [[-12.0, 3.0, -5.0, -16.0], [0.0, 9.0, 2.0, -2.0], [12.0, 15.0, -32.0, 2.0]] TOL exact
// OUT 1: tensor<3x4xf32> = [[-12.0, 3.0, -5.0, -16.0], [0.0, 9.0, 2.0, -2.0], [12.0, 15.0, -32.0, 2.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5x3xf32>, %y: tensor<4x5xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<3x4xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %y : tensor<5x3xf32>, tensor<4x5xf32>) outs(%i : tensor<3x4xf32>) -> tensor<3x4xf32>
  %s = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %y : tensor<5x3xf32>, tensor<4x5xf32>) outs(%i : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %r, %s : tensor<3x4xf32>, tensor<3x4xf32>
}
