// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: broadcast/row_257x1031
// KIND: a row added to 257 x 1031 and the mask of a comparison counted
// CALL: @test
// IN 0: tensor<257x1031xf32> = cyc(1.0, 2.0, 3.0)
// IN 1: tensor<1031xf32> = splat(0.0)
// OUT 0: tensor<257x1031xf32> = cyc(1.0, 2.0, 3.0) TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<257x1031xf32>, %v: tensor<1031xf32>) -> tensor<257x1031xf32> {
  %e = tensor.empty() : tensor<257x1031xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v : tensor<257x1031xf32>, tensor<1031xf32>) outs(%e : tensor<257x1031xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<257x1031xf32>
  return %r : tensor<257x1031xf32>
}
