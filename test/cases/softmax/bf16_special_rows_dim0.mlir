// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/bf16_special_rows_dim0
// KIND: softmax over dimension 0 of tensor<3x4xbf16>, written as generics
// WHY: The same in bf16, down columns.
// CALL: @test
// IN 0: tensor<3x4xbf16> = [[-inf, inf, nan, -inf], [-inf, 0.0, 0.0, 0.0], [-inf, 0.0, 1.0, 0.0]]
// OUT 0: tensor<3x4xbf16> = [[nan, nan, nan, 0.0], [nan, nan, nan, 0.5], [nan, nan, nan, 0.5]] TOL abs=0.004 rel=0.02
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x4xbf16>) -> tensor<3x4xbf16> {
  %ninf = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0.0 : bf16
  %e1 = tensor.empty() : tensor<4xbf16>
  %e2 = tensor.empty() : tensor<3x4xbf16>
  %mi = linalg.fill ins(%ninf : bf16) outs(%e1 : tensor<4xbf16>) -> tensor<4xbf16>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<3x4xbf16>) outs(%mi : tensor<4xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.maximumf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<4xbf16>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<3x4xbf16>, tensor<4xbf16>) outs(%e2 : tensor<3x4xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.subf %a, %b : bf16
    %1 = math.exp %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<3x4xbf16>
  %si = linalg.fill ins(%zero : bf16) outs(%e1 : tensor<4xbf16>) -> tensor<4xbf16>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%p : tensor<3x4xbf16>) outs(%si : tensor<4xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.addf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<4xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<3x4xbf16>, tensor<4xbf16>) outs(%e2 : tensor<3x4xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.divf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<3x4xbf16>
  return %r : tensor<3x4xbf16>
}
