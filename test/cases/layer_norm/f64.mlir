// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: layer_norm/f64
// KIND: layer norm of tensor<1x7xf64>, statistics in f64, rsqrt form
// WHY: f64 statistics: mean 1e9, spread 2.
// CALL: @test
// IN 0: tensor<1x7xf64> = [[1000000000.0, 1000000001.0, 1000000002.0, 1000000003.0, 1000000004.0, 1000000005.0, 1000000006.0]]
// OUT 0: tensor<1x7xf64> = [[-1.4999981250035155, -0.9999987500023437, -0.49999937500117186, 0.0, 0.49999937500117186, 0.9999987500023437, 1.4999981250035155]] TOL abs=1e-9
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x7xf64>) -> tensor<1x7xf64> {
  %zero = arith.constant 0.0 : f64
  %eps = arith.constant 1.0e-05 : f64
  %n = arith.constant 7.0 : f64
  %e1 = tensor.empty() : tensor<1xf64>
  %e2 = tensor.empty() : tensor<1x7xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e1 : tensor<1xf64>) -> tensor<1xf64>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x7xf64>) outs(%z : tensor<1xf64>) {
  ^bb0(%a: f64, %b: f64):
    %v0 = arith.addf %a, %b : f64
    linalg.yield %v0 : f64
  } -> tensor<1xf64>
  %mean = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<1xf64>) outs(%e1 : tensor<1xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v0 = arith.divf %a, %n : f64
    linalg.yield %v0 : f64
  } -> tensor<1xf64>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : tensor<1x7xf64>, tensor<1xf64>) outs(%z : tensor<1xf64>) {
  ^bb0(%a: f64, %m: f64, %b: f64):
    %v1 = arith.subf %a, %m : f64
    %v2 = arith.mulf %v1, %v1 : f64
    %v3 = arith.addf %v2, %b : f64
    linalg.yield %v3 : f64
  } -> tensor<1xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %sq : tensor<1x7xf64>, tensor<1xf64>, tensor<1xf64>) outs(%e2 : tensor<1x7xf64>) {
  ^bb0(%a: f64, %m: f64, %v: f64, %o: f64):
    %v0 = arith.subf %a, %m : f64
    %v1 = arith.divf %v, %n : f64
    %v2 = arith.addf %v1, %eps : f64
    %v3 = math.rsqrt %v2 : f64
    %v4 = arith.mulf %v0, %v3 : f64
    linalg.yield %v4 : f64
  } -> tensor<1x7xf64>
  return %r : tensor<1x7xf64>
}
