// From linalg to row operations through the whole import: a softmax and a norm
// that feed each other, both found, in one function.
// RUN: dlopt-opt %s -dlopt-import | FileCheck %s

// CHECK-LABEL: func.func @test(
// CHECK-SAME: %[[X:.*]]: tensor<?x16xf16>, %[[G:.*]]: tensor<16xf16>)
// CHECK-NEXT: %[[N:.*]] = dlopt.rms_norm %[[X]] scale %[[G]] axis 1 epsilon
// CHECK-NEXT: %[[S:.*]] = dlopt.softmax %[[N]] dim 1 : tensor<?x16xf16> -> tensor<?x16xf16>
// CHECK-NEXT: return %[[S]]
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @test(%x: tensor<?x16xf16>, %g: tensor<16xf16>) -> tensor<?x16xf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %zero16 = arith.constant 0.0 : f16
  %ninf = arith.constant 0xFC00 : f16
  %r = tensor.dim %x, %c0 : tensor<?x16xf16>
  %e1 = tensor.empty(%r) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %ss = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x16xf16>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f16, %b: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  %e2 = tensor.empty(%r) : tensor<?x16xf16>
  %y = linalg.generic {indexing_maps = [#all, #row, #col, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %ss, %g : tensor<?x16xf16>, tensor<?xf32>, tensor<16xf16>) outs(%e2 : tensor<?x16xf16>) {
  ^bb0(%a: f16, %s: f32, %w: f16, %o: f16):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.divf %s, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %0, %3 : f32
    %5 = arith.truncf %4 : f32 to f16
    %6 = arith.mulf %5, %w : f16
    linalg.yield %6 : f16
  } -> tensor<?x16xf16>
  %e3 = tensor.empty(%r) : tensor<?xf16>
  %mi = linalg.fill ins(%ninf : f16) outs(%e3 : tensor<?xf16>) -> tensor<?xf16>
  %mx = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<?x16xf16>) outs(%mi : tensor<?xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.maximumf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<?xf16>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y, %mx : tensor<?x16xf16>, tensor<?xf16>) outs(%e2 : tensor<?x16xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.subf %a, %b : f16
    %1 = math.exp %0 : f16
    linalg.yield %1 : f16
  } -> tensor<?x16xf16>
  %si = linalg.fill ins(%zero16 : f16) outs(%e3 : tensor<?xf16>) -> tensor<?xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<?x16xf16>) outs(%si : tensor<?xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.addf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<?xf16>
  %q = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<?x16xf16>, tensor<?xf16>) outs(%e2 : tensor<?x16xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.divf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<?x16xf16>
  return %q : tensor<?x16xf16>
}
