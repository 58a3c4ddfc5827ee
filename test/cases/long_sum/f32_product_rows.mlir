// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/f32_product_rows
// KIND: product of tensor<3x64xf32> over [1] in f32
// WHY: A product that swings but never leaves 1 and 2.
// CALL: @test
// IN 0: tensor<3x64xf32> = cyc(2.0, 0.5)
// OUT 0: tensor<3xf32> = [1.0, 1.0, 1.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x64xf32>) -> tensor<3xf32> {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x64xf32>) outs(%i : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
