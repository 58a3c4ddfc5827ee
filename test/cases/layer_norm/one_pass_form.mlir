// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: layer_norm/one_pass_form
// KIND: variance as E[x^2] - E[x]^2, both sums from one operation with two
//   results
// WHY: A form that recognisers may or may not know; small numbers, so both
//   ways agree.
// CALL: @test
// IN 0: tensor<2x4xf32> = [[1.0, 2.0, 3.0, 4.0], [-2.0, 0.0, 2.0, 8.0]]
// OUT 0: tensor<2x4xf32> = [[-1.3416355, -0.4472118, 0.4472118, 1.3416355], [-1.0690446, -0.5345223, 0.0, 1.6035669]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 4.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e1 = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2xf32>) -> tensor<2xf32>
  %s:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x4xf32>) outs(%z, %z : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %q: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %1, %q : f32
    linalg.yield %0, %2 : f32, f32
  } -> (tensor<2xf32>, tensor<2xf32>)
  %e2 = tensor.empty() : tensor<2x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s#0, %s#1 : tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>) outs(%e2 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %q: f32, %o: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.divf %q, %n : f32
    %2 = arith.mulf %0, %0 : f32
    %3 = arith.subf %1, %2 : f32
    %4 = arith.addf %3, %eps : f32
    %5 = math.rsqrt %4 : f32
    %6 = arith.subf %a, %0 : f32
    %7 = arith.mulf %6, %5 : f32
    linalg.yield %7 : f32
  } -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
