// RUN: dlopt-opt %s -dlopt-cpu-split-inits | FileCheck %s

#id = affine_map<(a) -> (a)>

// A shared fill is made again for each operation that sums into it; one that is
// only read stays shared.
// CHECK-LABEL: func.func @shared
// CHECK: %[[Z0:.*]] = linalg.generic
// CHECK: %[[E1:.*]] = tensor.empty
// CHECK: %[[Z1:.*]] = linalg.generic {{.*}} outs(%[[E1]] :
// CHECK: linalg.generic {{.*}} ins(%arg0 {{.*}} outs(%[[Z1]] :
// CHECK: linalg.generic {{.*}} ins(%[[Z0]]
func.func @shared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    linalg.yield %zero : f32
  } -> tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.addf %i, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%z : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.negf %i : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
