// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: argmax/i8_middle_dim_i64
// KIND: argmin of i8 over the middle dimension, index i64
// WHY: Ties give the first.
// CALL: @test
// IN 0: tensor<3x5x2xi8> = [[[5, 68], [5, 118], [5, 83], [5, -25], [5, 57]], [[14, -105], [-56, -39], [-18, -86], [90, 8], [39, 102]], [[-60, 48], [-1, 7], [44, -128], [-53, -73], [122, -122]]]
// OUT 0: tensor<3x2xi64> = [[0, 3], [1, 0], [0, 2]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x5x2xi8>) -> tensor<3x2xi64> {
  %top = arith.constant 127 : i8
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<3x2xi8>
  %ek = tensor.empty() : tensor<3x2xi64>
  %i = linalg.fill ins(%top : i8) outs(%e : tensor<3x2xi8>) -> tensor<3x2xi8>
  %j = linalg.fill ins(%z : i64) outs(%ek : tensor<3x2xi64>) -> tensor<3x2xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<3x5x2xi8>) outs(%i, %j : tensor<3x2xi8>, tensor<3x2xi64>) {
  ^bb0(%a: i8, %v: i8, %k: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.cmpi slt, %a, %v : i8
    %3 = arith.select %2, %a, %v : i8
    %4 = arith.select %2, %1, %k : i64
    linalg.yield %3, %4 : i8, i64
  } -> (tensor<3x2xi8>, tensor<3x2xi64>)
  return %r#1 : tensor<3x2xi64>
}
