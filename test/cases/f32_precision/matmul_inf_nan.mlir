// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: f32_precision/matmul_inf_nan
// KIND: f32 matmul with inf, NaN and 0 * inf
// WHY: 0 * inf is NaN even where a product with 0 could be left out.
// CALL: @test
// IN 0: tensor<3x2xf32> = [[0.0, 1.0], [inf, 0.0], [1.0, 1.0]]
// IN 1: tensor<2x2xf32> = [[inf, 1.0], [1.0, 0.0]]
// OUT 0: tensor<3x2xf32> = [[nan, 0.0], [inf, inf], [inf, 1.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x2xf32>, %y: tensor<2x2xf32>) -> tensor<3x2xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<3x2xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x2xf32>, tensor<2x2xf32>) outs(%i : tensor<3x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
