// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: argmax/rows_ugt
// KIND: row maximum and its place, compared with ugt
// WHY: NaN wins, and the last after it. Two results of one reduction, in the
//   order that the program gives.
// CALL: @test
// IN 0: tensor<6x4xf32> = [[1.0, 3.0, 3.0, 2.0], [nan, 1.0, 2.0, 3.0], [1.0, 2.0, nan, nan], [-inf, -inf, -inf, -inf], [0.0, -0.0, 0.0, -0.0], [-5.0, -4.0, -4.0, -9.0]]
// OUT 0: tensor<6xf32> = [3.0, 3.0, nan, -inf, 0.0, -4.0] TOL exact
// OUT 1: tensor<6xi32> = [1, 3, 3, 0, 0, 1] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<6x4xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<6xf32>
  %ek = tensor.empty() : tensor<6xi32>
  %i = linalg.fill ins(%ninf : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %j = linalg.fill ins(%z : i32) outs(%ek : tensor<6xi32>) -> tensor<6xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x4xf32>) outs(%i, %j : tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32, %v: f32, %k: i32):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.cmpf ugt, %a, %v : f32
    %3 = arith.select %2, %a, %v : f32
    %4 = arith.select %2, %1, %k : i32
    linalg.yield %3, %4 : f32, i32
  } -> (tensor<6xf32>, tensor<6xi32>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi32>
}
