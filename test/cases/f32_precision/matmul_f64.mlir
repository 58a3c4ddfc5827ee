// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: f32_precision/matmul_f64
// KIND: f64 matmul whose factors need 41 mantissa bits
// WHY: f64 stays f64 on every route.
// CALL: @test
// IN 0: tensor<5x7xf64> = splat(1.0000000000009095)
// IN 1: tensor<7x3xf64> = cyc(1.0, -1.0, 2.0)
// OUT 0: tensor<5x3xf64> = cyc(7.0000000000063665, -7.0000000000063665, 14.000000000012733) TOL rel=1e-15
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5x7xf64>, %y: tensor<7x3xf64>) -> tensor<5x3xf64> {
  %iz = arith.constant 0.0 : f64
  %ie = tensor.empty() : tensor<5x3xf64>
  %i = linalg.fill ins(%iz : f64) outs(%ie : tensor<5x3xf64>) -> tensor<5x3xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<5x7xf64>, tensor<7x3xf64>) outs(%i : tensor<5x3xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<5x3xf64>
  return %r : tensor<5x3xf64>
}
