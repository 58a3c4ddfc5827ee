// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: masked_rows/additive_f32
// KIND: softmax of x + mask with a mask of 0 and -inf
// WHY: Additive form of the same.
// CALL: @test
// IN 0: tensor<3x4xf32> = [[0.5, 1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0], [-1.0, 0.0, 0.0, 5.0]]
// IN 1: tensor<3x4xf32> = [[0.0, -inf, 0.0, 0.0], [-inf, -inf, -inf, -inf], [-inf, 0.0, -inf, -inf]]
// OUT 0: tensor<3x4xf32> = [[0.05661173, 0.0, 0.25371617, 0.6896721], [nan, nan, nan, nan], [0.0, 1.0, 0.0, 0.0]] TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x4xf32>, %m: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %xm = arith.addf %x, %m : tensor<3x4xf32>
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<3xf32>
  %e2 = tensor.empty() : tensor<3x4xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%xm : tensor<3x4xf32>) outs(%mi : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%xm, %mx : tensor<3x4xf32>, tensor<3xf32>) outs(%e2 : tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x4xf32>
  %si = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<3x4xf32>) outs(%si : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<3x4xf32>, tensor<3xf32>) outs(%e2 : tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
