// RUN: dlopt-opt %s -dlopt-cpu-split-empties | FileCheck %s
#m = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @empties(
// CHECK: %[[A:.*]] = tensor.empty
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[A]] :
// CHECK: %[[B:.*]] = tensor.empty
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[B]] :
func.func @empties(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %0 = math.exp %p : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// A fill is repeated where it is written over, together with its empty tensor,
// and shared where it is read.
// CHECK-LABEL: func.func @fills(
// CHECK: %[[E0:.*]] = tensor.empty
// CHECK-NEXT: %[[F0:.*]] = linalg.generic {{.*}} outs(%[[E0]] :
// CHECK: %[[E1:.*]] = tensor.empty
// CHECK-NEXT: %[[F1:.*]] = linalg.generic {{.*}} outs(%[[E1]] :
// CHECK: linalg.generic {{.*}} outs(%[[F1]] :
// CHECK: %[[E2:.*]] = tensor.empty
// CHECK-NEXT: %[[F2:.*]] = linalg.generic {{.*}} outs(%[[E2]] :
// CHECK: linalg.generic {{.*}} ins(%[[F0]] : {{.*}} outs(%[[F2]] :
func.func @fills(%x: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%q: f32):
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%f : tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// Left alone: a user in a loop, one user, and what yields its own argument.
// CHECK-LABEL: func.func @left_alone(
// CHECK: %[[E:.*]] = tensor.empty
// CHECK-NOT: tensor.empty
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} outs(%[[E]] :
// CHECK: scf.yield
// CHECK: tensor.empty
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @left_alone(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %zero to %n step %one iter_args(%y = %x) -> tensor<4xf32> {
    %a = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%y : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32):
      %0 = math.exp %p : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  }
  %d = tensor.empty() : tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%d : tensor<4xf32>) {
  ^bb0(%q: f32):
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %r, %s, %s : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
