// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/log_f16_dim0_dynamic
// KIND: log softmax over dimension 0 of tensor<?x?xf16>, written as generics
// WHY: Log softmax down columns in f16, dynamic.
// CALL: @test
// IN 0: tensor<3x2xf16> = [[0.0, 1000.0], [10.0, 0.0], [-10.0, -1000.0]]
// OUT 0: tensor<3x2xf16> = [[-10.0, 0.0], [-4.54e-05, -1000.0], [-20.0, -2000.0]] TOL abs=0.05 rel=0.002
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %ninf = arith.constant 0xFC00 : f16
  %zero = arith.constant 0.0 : f16
  %e1_i0 = arith.constant 1 : index
  %e1_d0 = tensor.dim %x, %e1_i0 : tensor<?x?xf16>
  %e1 = tensor.empty(%e1_d0) : tensor<?xf16>
  %e2_i0 = arith.constant 0 : index
  %e2_d0 = tensor.dim %x, %e2_i0 : tensor<?x?xf16>
  %e2_i1 = arith.constant 1 : index
  %e2_d1 = tensor.dim %x, %e2_i1 : tensor<?x?xf16>
  %e2 = tensor.empty(%e2_d0, %e2_d1) : tensor<?x?xf16>
  %mi = linalg.fill ins(%ninf : f16) outs(%e1 : tensor<?xf16>) -> tensor<?xf16>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x?xf16>) outs(%mi : tensor<?xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.maximumf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<?xf16>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<?x?xf16>, tensor<?xf16>) outs(%e2 : tensor<?x?xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.subf %a, %b : f16
    %1 = math.exp %0 : f16
    linalg.yield %1 : f16
  } -> tensor<?x?xf16>
  %si = linalg.fill ins(%zero : f16) outs(%e1 : tensor<?xf16>) -> tensor<?xf16>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%p : tensor<?x?xf16>) outs(%si : tensor<?xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.addf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<?xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx, %s : tensor<?x?xf16>, tensor<?xf16>, tensor<?xf16>) outs(%e2 : tensor<?x?xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16, %o: f16):
    %0 = arith.subf %a, %b : f16
    %1 = math.log %c : f16
    %2 = arith.subf %0, %1 : f16
    linalg.yield %2 : f16
  } -> tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
