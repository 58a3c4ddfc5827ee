// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: gather/checked_rows
// KIND: a gather whose body asserts that its index is in range, as torch-mlir
//   writes embeddings
// WHY: An assertion has code of its own on a GPU.
// CALL: @test
// IN 0: tensor<3x2xf32> = [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
// IN 1: tensor<4xi64> = [2, 0, 1, 2]
// OUT 0: tensor<4x2xf32> = [[4.0, 5.0], [0.0, 1.0], [2.0, 3.0], [4.0, 5.0]] TOL exact
// HOW: rows copied by hand.

func.func @test(%t: tensor<3x2xf32>, %i: tensor<4xi64>) -> tensor<4x2xf32> {
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<4xi64>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%k: i64, %o: f32):
    %three = arith.constant 3 : i64
    %in_range = arith.cmpi ult, %k, %three : i64
    cf.assert %in_range, "index is not below 3"
    %0 = arith.index_cast %k : i64 to index
    %1 = linalg.index 1 : index
    %2 = tensor.extract %t[%0, %1] : tensor<3x2xf32>
    linalg.yield %2 : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
