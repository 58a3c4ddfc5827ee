// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: f32_precision/matmul_dot_1031
// KIND: f32 matmul of one row and column with products that cancel
// WHY: (1 + 2^-20) - 1 repeated: any rounding of a factor gives 0.
// CALL: @test
// IN 0: tensor<1x1031xf32> = cyc(1.000001, -1.0)
// IN 1: tensor<1031x1xf32> = splat(1.0)
// OUT 0: tensor<1x1xf32> = [[1.0004921]] TOL abs=3e-7 rel=1e-6
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x1031xf32>, %y: tensor<1031x1xf32>) -> tensor<1x1xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<1x1xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<1x1xf32>) -> tensor<1x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<1x1031xf32>, tensor<1031x1xf32>) outs(%i : tensor<1x1xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
