// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/f64_tenths
// KIND: sum of tensor<1000xf64> over [0] in f64
// WHY: Statistics of f64 stay f64.
// CALL: @test
// IN 0: tensor<1000xf64> = splat(0.1)
// OUT 0: tensor<f64> = 100.00000000000001 TOL rel=1e-12
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1000xf64>) -> tensor<f64> {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %i = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<1000xf64>) outs(%i : tensor<f64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
