// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/f32_f64_to_f64
// KIND: f32 by f64 into f64
// WHY: 0.1 in f32 is not 0.1 in f64.
// CALL: @test
// IN 0: tensor<2x3xf32> = [[0.1, 0.2, 0.1], [0.2, 0.1, 0.2]]
// IN 1: tensor<3x2xf64> = [[0.1, 0.3333333333333333], [0.1, 0.3333333333333333], [0.1, 0.3333333333333333]]
// OUT 0: tensor<2x2xf64> = [[0.04000000059604645, 0.13333333532015482], [0.05000000074505807, 0.16666666915019354]] TOL rel=1e-14
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3xf32>, %y: tensor<3x2xf64>) -> tensor<2x2xf64> {
  %iz = arith.constant 0.0 : f64
  %ie = tensor.empty() : tensor<2x2xf64>
  %i = linalg.fill ins(%iz : f64) outs(%ie : tensor<2x2xf64>) -> tensor<2x2xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x3xf32>, tensor<3x2xf64>) outs(%i : tensor<2x2xf64>) {
  ^bb0(%a: f32, %b: f64, %c: f64):
    %x0 = arith.extf %a : f32 to f64
    %p = arith.mulf %x0, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
