// What stays upstream has a kernel of its own, with the fills that it starts from
// and the maps behind it.
// RUN: dlopt-opt %s -split-input-file -dlopt-fusion-explained -verify-diagnostics | FileCheck %s

// Two results, one kernel; initial values are made in it, empty tensors too.
// CHECK-LABEL: func.func @argmax
// CHECK: %[[K:.*]]:2 = dlopt.kernel %arg1, %arg0 name "generic" {class = "loops"} : (index, tensor<?x70xf32>)
// CHECK: tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK: dlopt.map sizes(%{{.*}}) : () -> tensor<?xi32>
// CHECK: linalg.generic
// CHECK: return %[[K]]#0, %[[K]]#1
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @argmax(%x: tensor<?x70xf32>, %n: index) -> (tensor<?xf32>, tensor<?xi32>) {
  %v = tensor.empty(%n) : tensor<?xf32>
  // expected-remark @below {{fused into 'linalg.generic' as prologue}}
  %p = dlopt.map sizes(%n) : () -> tensor<?xi32> {
    %zero = arith.constant 0 : i32
    dlopt.yield %zero : i32
  }
  // expected-remark @below {{has no form in dlopt: on a GPU, a thread computes each element alone, in loops}}
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x70xf32>) outs(%v, %p : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %best: f32, %at: i32):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %c = arith.cmpf ogt, %in, %best : f32
    %1 = arith.select %c, %in, %best : f32
    %2 = arith.select %c, %k, %at : i32
    linalg.yield %1, %2 : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// -----

// Padding, then a map over its elements; a map of something larger stays alone.
// CHECK-LABEL: func.func @pad_scale
// CHECK: name "pad_scale" {class = "loops"}
// CHECK: tensor.pad
// CHECK: dlopt.map
func.func @pad_scale(%x: tensor<3x5xf32>, %s: tensor<f32>) -> tensor<7x8xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{has no form in dlopt: on a GPU, a thread computes each element alone, in loops}}
  %0 = tensor.pad %x low[1, 2] high[3, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x5xf32> to tensor<7x8xf32>
  // expected-remark @below {{fused into 'tensor.pad' as epilogue}}
  %1 = dlopt.map %0, %s dims [[0, 1], []] : (tensor<7x8xf32>, tensor<f32>) -> tensor<7x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %m = arith.mulf %a, %b : f32
    dlopt.yield %m : f32
  }
  return %1 : tensor<7x8xf32>
}

// -----

// A map over one of several results has no part in their kernel.
// CHECK-LABEL: func.func @behind_one_of_two
// CHECK: name "generic" {class = "loops"}
// CHECK: name "neg" {class = "pointwise"}
#all = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @behind_one_of_two(%x: tensor<8xf32>, %s: tensor<f32>, %t: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // expected-remark @below {{has no form in dlopt: on a GPU, a thread computes each element alone, in loops}}
  %0:2 = linalg.generic {indexing_maps = [#all, #none, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<8xf32>) outs(%s, %t : tensor<f32>, tensor<f32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %1 = arith.addf %a, %in : f32
    %2 = arith.addf %b, %1 : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  // expected-remark @below {{not fused: it reads one of several results (after 'linalg.generic')}}
  %3 = dlopt.map %0#1 : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    dlopt.yield %n : f32
  }
  return %0#0, %3 : tensor<f32>, tensor<f32>
}
