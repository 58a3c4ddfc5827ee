// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// Inputs of other ranks, a size-1 dimension and two results of other types.
// CHECK-LABEL: func @broadcast(
func.func @broadcast(%x: tensor<4x?xf32>, %y: tensor<?xi32>, %z: tensor<1x4xf16>, %s: tensor<f32>) {
  // CHECK: %{{.*}}:2 = dlopt.map %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} dims {{\[\[}}0, 1], [1], [-1, 0], []] : (tensor<4x?xf32>, tensor<?xi32>, tensor<1x4xf16>, tensor<f32>) -> (tensor<4x?xf32>, tensor<4x?xi32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: i32, %{{.*}}: f16, %{{.*}}: f32):
  // CHECK-NEXT: dlopt.yield %[[A]], %[[B]] : f32, i32
  %0:2 = dlopt.map %x, %y, %z, %s dims [[0, 1], [1], [-1, 0], []]
      : (tensor<4x?xf32>, tensor<?xi32>, tensor<1x4xf16>, tensor<f32>) -> (tensor<4x?xf32>, tensor<4x?xi32>) {
  ^bb0(%a: f32, %b: i32, %c: f16, %d: f32):
    dlopt.yield %a, %b : f32, i32
  }
  return
}

// No inputs; the sizes come from outside.
// CHECK-LABEL: func @sizes(
func.func @sizes(%n: index, %m: index) {
  // CHECK: dlopt.map sizes(%{{.*}}, %{{.*}}) : () -> tensor<?x3x?xindex> {
  // CHECK-NEXT: dlopt.index 2 : index
  %0 = dlopt.map sizes(%n, %m) : () -> tensor<?x3x?xindex> {
    %i = dlopt.index 2 : index
    dlopt.yield %i : index
  }
  return
}

// A gather: the body reads a tensor from outside.
// CHECK-LABEL: func @gather(
func.func @gather(%t: tensor<?xf32>, %i: tensor<4x4xindex>) {
  // CHECK: dlopt.map %{{.*}} : (tensor<4x4xindex>) -> tensor<4x4xf32> {
  // CHECK: tensor.extract
  %0 = dlopt.map %i : (tensor<4x4xindex>) -> tensor<4x4xf32> {
  ^bb0(%at: index):
    %e = tensor.extract %t[%at] : tensor<?xf32>
    dlopt.yield %e : f32
  }
  return
}

// Rank 0 and attributes of others.
// CHECK-LABEL: func @scalar(
func.func @scalar(%s: tensor<complex<f32>>) {
  // CHECK: dlopt.map %{{.*}} {note = "kept"} : (tensor<complex<f32>>) -> tensor<complex<f32>> {
  %0 = dlopt.map %s {note = "kept"} : (tensor<complex<f32>>) -> tensor<complex<f32>> {
  ^bb0(%a: complex<f32>):
    dlopt.yield %a : complex<f32>
  }
  return
}
