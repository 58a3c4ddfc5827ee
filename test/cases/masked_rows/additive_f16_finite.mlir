// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: masked_rows/additive_f16_finite
// KIND: a large finite mask in f16 that overflows to -inf when added
// WHY: -40000 - 60000 is -inf in f16: the fully masked row is NaN. With the
//   sum kept in f32 it would not be.
// CALL: @test
// IN 0: tensor<3x4xf16> = splat(-40000.0)
// IN 1: tensor<3x4xf16> = [[0.0, -60000.0, 0.0, 0.0], [-60000.0, -60000.0, -60000.0, -60000.0], [-60000.0, 0.0, -60000.0, -60000.0]]
// OUT 0: tensor<3x4xf16> = [[0.3333, 0.0, 0.3333, 0.3333], [nan, nan, nan, nan], [0.0, 1.0, 0.0, 0.0]] TOL abs=0.001 rel=0.004
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x4xf16>, %m: tensor<3x4xf16>) -> tensor<3x4xf16> {
  %xm = arith.addf %x, %m : tensor<3x4xf16>
  %ninf = arith.constant 0xFC00 : f16
  %zero = arith.constant 0.0 : f16
  %e1 = tensor.empty() : tensor<3xf16>
  %e2 = tensor.empty() : tensor<3x4xf16>
  %mi = linalg.fill ins(%ninf : f16) outs(%e1 : tensor<3xf16>) -> tensor<3xf16>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%xm : tensor<3x4xf16>) outs(%mi : tensor<3xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.maximumf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<3xf16>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%xm, %mx : tensor<3x4xf16>, tensor<3xf16>) outs(%e2 : tensor<3x4xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.subf %a, %b : f16
    %1 = math.exp %0 : f16
    linalg.yield %1 : f16
  } -> tensor<3x4xf16>
  %si = linalg.fill ins(%zero : f16) outs(%e1 : tensor<3xf16>) -> tensor<3xf16>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<3x4xf16>) outs(%si : tensor<3xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.addf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<3xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<3x4xf16>, tensor<3xf16>) outs(%e2 : tensor<3x4xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.divf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}
