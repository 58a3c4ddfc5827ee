// RUN: dlopt-opt %s -dlopt-cpu-guard-fusion -linalg-fuse-elementwise-ops -dlopt-cpu-unguard-fusion -canonicalize | FileCheck %s

#id = affine_map<(a, b) -> (a, b)>
#row = affine_map<(a, b) -> (a)>
#one = affine_map<(a) -> (a)>

// The exponential of a row is computed once, not once for each column.
// CHECK-LABEL: func.func @not_repeated
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: fusion_guard
func.func @not_repeated(%r: tensor<4xf32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e1 = tensor.empty() : tensor<4xf32>
  %e = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%r : tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %y = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %x : tensor<4xf32>, tensor<4x8xf32>) outs(%e2 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// Where each element is read once, the two become one.
// CHECK-LABEL: func.func @fused
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @fused(%r: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %e1 = tensor.empty() : tensor<4xf32>
  %e = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%r : tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]} ins(%e, %x : tensor<4xf32>, tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// Nor is it repeated if a change of shape stands between.
// CHECK-LABEL: func.func @not_through_shapes
// CHECK: math.exp
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK-NOT: math.exp
// CHECK: return
#abk = affine_map<(a, b, n, k) -> (a, b, k)>
#kn = affine_map<(a, b, n, k) -> (k, n)>
#abn = affine_map<(a, b, n, k) -> (a, b, n)>
func.func @not_through_shapes(%r: tensor<4x8xf32>, %w: tensor<8x16xf32>, %init: tensor<1x4x16xf32>) -> tensor<1x4x16xf32> {
  %e1 = tensor.empty() : tensor<4x8xf32>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<4x8xf32>) outs(%e1 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %x = tensor.expand_shape %e [[0, 1], [2]] output_shape [1, 4, 8] : tensor<4x8xf32> into tensor<1x4x8xf32>
  %y = linalg.generic {indexing_maps = [#abk, #kn, #abn], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<1x4x8xf32>, tensor<8x16xf32>) outs(%init : tensor<1x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x4x16xf32>
  return %y : tensor<1x4x16xf32>
}
