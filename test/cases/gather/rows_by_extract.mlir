// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: gather/rows_by_extract
// KIND: rows of a table by tensor.extract in a generic
// WHY: Repeated and unordered indices.
// CALL: @test
// IN 0: tensor<5x4xf32> = [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0]]
// IN 1: tensor<6xi32> = [4, 0, 2, 2, 1, 4]
// OUT 0: tensor<6x4xf32> = [[16.0, 17.0, 18.0, 19.0], [0.0, 1.0, 2.0, 3.0], [8.0, 9.0, 10.0, 11.0], [8.0, 9.0, 10.0, 11.0], [4.0, 5.0, 6.0, 7.0], [16.0, 17.0, 18.0, 19.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%t: tensor<5x4xf32>, %i: tensor<6xi32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<6xi32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%k: i32, %o: f32):
    %0 = arith.index_cast %k : i32 to index
    %1 = linalg.index 1 : index
    %2 = tensor.extract %t[%0, %1] : tensor<5x4xf32>
    linalg.yield %2 : f32
  } -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
