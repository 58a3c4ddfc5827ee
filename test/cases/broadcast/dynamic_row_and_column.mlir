// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: broadcast/dynamic_row_and_column
// KIND: row and column vectors added to a dynamic matrix, transposed
// CALL: @test
// IN 0: tensor<5x3xf32> = [[4.0, -1.0, 4.0], [4.0, -4.0, 1.0], [-1.0, 1.0, 3.0], [2.0, -4.0, 0.0], [3.0, 4.0, -3.0]]
// IN 1: tensor<3xf32> = [10.0, 20.0, 30.0]
// IN 2: tensor<5xf32> = [1.0, 2.0, 3.0, 4.0, 5.0]
// OUT 0: tensor<3x5xf32> = [[15.0, 16.0, 12.0, 16.0, 18.0], [20.0, 18.0, 24.0, 20.0, 29.0], [35.0, 33.0, 36.0, 34.0, 32.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?x?xf32> {
  %e_i0 = arith.constant 1 : index
  %e_d0 = tensor.dim %x, %e_i0 : tensor<?x?xf32>
  %e_i1 = arith.constant 0 : index
  %e_d1 = tensor.dim %x, %e_i1 : tensor<?x?xf32>
  %e = tensor.empty(%e_d0, %e_d1) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %z : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
