// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i64
// KIND: i64 matmul
// WHY: Beyond 2^53, where f64 would round.
// CALL: @test
// IN 0: tensor<2x3xi64> = [[9007199254740993, 1, -1], [9007199254740993, 1, -1]]
// IN 1: tensor<3x1xi64> = [[3], [9007199254740993], [1]]
// OUT 0: tensor<2x1xi64> = [[36028797018963971], [36028797018963971]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3xi64>, %y: tensor<3x1xi64>) -> tensor<2x1xi64> {
  %iz = arith.constant 0 : i64
  %ie = tensor.empty() : tensor<2x1xi64>
  %i = linalg.fill ins(%iz : i64) outs(%ie : tensor<2x1xi64>) -> tensor<2x1xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x3xi64>, tensor<3x1xi64>) outs(%i : tensor<2x1xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %p = arith.muli %a, %b : i64
    %s = arith.addi %c, %p : i64
    linalg.yield %s : i64
  } -> tensor<2x1xi64>
  return %r : tensor<2x1xi64>
}
