// RUN: dlopt-run --check %s --target cpu
// CASE: softmax/f16_row_of_70001
// KIND: softmax over dimension 1 of tensor<1x70001xf16>, written as generics
// WHY: The sum 70001 is above the top of f16, so a sum in f16 gives 0
//   everywhere. The sum is kept in f32.
// CALL: @test
// IN 0: tensor<1x70001xf16> = splat(0.0)
// OUT 0: tensor<1x70001xf16> = splat(1.43e-05) TOL abs=1e-7
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x70001xf16>) -> tensor<1x70001xf16> {
  %ninf = arith.constant 0xFC00 : f16
  %zero = arith.constant 0.0 : f16
  %e1 = tensor.empty() : tensor<1xf16>
  %e2 = tensor.empty() : tensor<1x70001xf16>
  %mi = linalg.fill ins(%ninf : f16) outs(%e1 : tensor<1xf16>) -> tensor<1xf16>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x70001xf16>) outs(%mi : tensor<1xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.maximumf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<1xf16>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<1x70001xf16>, tensor<1xf16>) outs(%e2 : tensor<1x70001xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.subf %a, %b : f16
    %1 = math.exp %0 : f16
    linalg.yield %1 : f16
  } -> tensor<1x70001xf16>
  %si = linalg.fill ins(%zero : f16) outs(%e1 : tensor<1xf16>) -> tensor<1xf16>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<1x70001xf16>) outs(%si : tensor<1xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.addf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<1xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<1x70001xf16>, tensor<1xf16>) outs(%e2 : tensor<1x70001xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.divf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<1x70001xf16>
  return %r : tensor<1x70001xf16>
}
