// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/f16_special_rows
// KIND: softmax over dimension 1 of tensor<5x3xf16>, written as generics
// WHY: The same in f16, whose statistics are kept in f32.
// CALL: @test
// IN 0: tensor<5x3xf16> = [[-inf, -inf, -inf], [inf, 0.0, 0.0], [nan, 0.0, 1.0], [-inf, 0.0, 0.0], [6e-08, -6e-08, 0.0]]
// OUT 0: tensor<5x3xf16> = [[nan, nan, nan], [nan, nan, nan], [nan, nan, nan], [0.0, 0.5, 0.5], [0.3333, 0.3333, 0.3333]] TOL abs=0.001 rel=0.004
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5x3xf16>) -> tensor<5x3xf16> {
  %ninf = arith.constant 0xFC00 : f16
  %zero = arith.constant 0.0 : f16
  %e1 = tensor.empty() : tensor<5xf16>
  %e2 = tensor.empty() : tensor<5x3xf16>
  %mi = linalg.fill ins(%ninf : f16) outs(%e1 : tensor<5xf16>) -> tensor<5xf16>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x3xf16>) outs(%mi : tensor<5xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.maximumf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<5xf16>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<5x3xf16>, tensor<5xf16>) outs(%e2 : tensor<5x3xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.subf %a, %b : f16
    %1 = math.exp %0 : f16
    linalg.yield %1 : f16
  } -> tensor<5x3xf16>
  %si = linalg.fill ins(%zero : f16) outs(%e1 : tensor<5xf16>) -> tensor<5xf16>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<5x3xf16>) outs(%si : tensor<5xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.addf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<5xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<5x3xf16>, tensor<5xf16>) outs(%e2 : tensor<5x3xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.divf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<5x3xf16>
  return %r : tensor<5x3xf16>
}
