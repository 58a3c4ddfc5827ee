// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/i64_beyond_f64
// KIND: sum of tensor<3x3xi64> over [1] in i64
// WHY: 2^53 + 3.
// CALL: @test
// IN 0: tensor<3x3xi64> = cyc(9007199254740993, 1, 1)
// OUT 0: tensor<3xi64> = [9007199254740995, 9007199254740995, 9007199254740995] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x3xi64>) -> tensor<3xi64> {
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<3xi64>
  %i = linalg.fill ins(%z : i64) outs(%e : tensor<3xi64>) -> tensor<3xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x3xi64>) outs(%i : tensor<3xi64>) {
  ^bb0(%a: i64, %b: i64):
    %s = arith.addi %a, %b : i64
    linalg.yield %s : i64
  } -> tensor<3xi64>
  return %r : tensor<3xi64>
}
