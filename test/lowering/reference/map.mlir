// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// Broadcasts and transposes are maps; sizes come from the inputs.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[BIAS:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @broadcast
// CHECK: %[[ROWS:.*]] = tensor.dim %arg0, %c0
// CHECK: %[[UNIT:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1]] : tensor<1x64xf32> into tensor<64xf32>
// CHECK: tensor.empty(%[[ROWS]]) : tensor<?x64xf32>
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[BIAS]], #[[T]], #[[ID]]], {{.*}} ins(%arg0, %[[UNIT]], %arg2
func.func @broadcast(%x: tensor<?x64xf32>, %bias: tensor<1x64xf32>, %t: tensor<64x?xf32>) -> tensor<?x64xf32> {
  %0 = dlopt.map %x, %bias, %t dims [[0, 1], [-1, 1], [1, 0]] : (tensor<?x64xf32>, tensor<1x64xf32>, tensor<64x?xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.addf %a, %b : f32
    %2 = arith.mulf %1, %c : f32
    dlopt.yield %2 : f32
  }
  return %0 : tensor<?x64xf32>
}

// -----

// Indices, a gather, two results, and sizes that no input has.
// CHECK-LABEL: func.func @gather
// CHECK: tensor.empty(%arg1) : tensor<?xf32>
// CHECK: tensor.empty(%arg1) : tensor<?xindex>
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[V:.*]] = tensor.extract %arg0[%[[I]]]
// CHECK: linalg.yield %[[V]], %[[I]]
func.func @gather(%x: tensor<8xf32>, %n: index) -> (tensor<?xf32>, tensor<?xindex>) {
  %0:2 = dlopt.map sizes(%n) : () -> (tensor<?xf32>, tensor<?xindex>) {
    %i = dlopt.index 0 : index
    %v = tensor.extract %x[%i] : tensor<8xf32>
    dlopt.yield %v, %i : f32, index
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xindex>
}
