// RUN: dlopt-run --check %s --target cpu
// CASE: softmax/bf16_row_of_4097
// KIND: softmax over dimension 1 of tensor<2x4097xbf16>, written as generics
// WHY: A bf16 sum sticks at 256.
// CALL: @test
// IN 0: tensor<2x4097xbf16> = splat(0.0)
// OUT 0: tensor<2x4097xbf16> = splat(0.000244140625) TOL rel=0.01
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x4097xbf16>) -> tensor<2x4097xbf16> {
  %ninf = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0.0 : bf16
  %e1 = tensor.empty() : tensor<2xbf16>
  %e2 = tensor.empty() : tensor<2x4097xbf16>
  %mi = linalg.fill ins(%ninf : bf16) outs(%e1 : tensor<2xbf16>) -> tensor<2xbf16>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x4097xbf16>) outs(%mi : tensor<2xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.maximumf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<2xbf16>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<2x4097xbf16>, tensor<2xbf16>) outs(%e2 : tensor<2x4097xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.subf %a, %b : bf16
    %1 = math.exp %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<2x4097xbf16>
  %si = linalg.fill ins(%zero : bf16) outs(%e1 : tensor<2xbf16>) -> tensor<2xbf16>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<2x4097xbf16>) outs(%si : tensor<2xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.addf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<2xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<2x4097xbf16>, tensor<2xbf16>) outs(%e2 : tensor<2x4097xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.divf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<2x4097xbf16>
  return %r : tensor<2x4097xbf16>
}
