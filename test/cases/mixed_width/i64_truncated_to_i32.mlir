// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/i64_truncated_to_i32
// KIND: i64 by i32 truncated and accumulated in i32
// WHY: High halves are dropped before the product.
// CALL: @test
// IN 0: tensor<2x3xi64> = [[4294967297, -1, 8589934592], [4294967297, -1, 8589934592]]
// IN 1: tensor<3x2xi32> = [[3, -5], [3, -5], [3, -5]]
// OUT 0: tensor<2x2xi32> = [[0, 0], [0, 0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3xi64>, %y: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<2x2xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x3xi64>, tensor<3x2xi32>) outs(%i : tensor<2x2xi32>) {
  ^bb0(%a: i64, %b: i32, %c: i32):
    %x0 = arith.trunci %a : i64 to i32
    %p = arith.muli %x0, %b : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
