// RUN: dlopt-opt %s -split-input-file -dlopt-cpu-check-accesses | FileCheck %s

// CHECK-LABEL: func.func @extract(
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %[[C1]]
// CHECK-DAG: %[[A:.*]] = arith.cmpi ult, %arg1, %[[C4]]
// CHECK: %[[B:.*]] = arith.cmpi ult, %arg2, %[[N]]
// CHECK: %[[OK:.*]] = arith.andi %[[A]], %[[B]]
// CHECK-NEXT: cf.assert %[[OK]], "tensor.extract outside of tensor<4x?xf32>"
// CHECK-NEXT: tensor.extract
func.func @extract(%t: tensor<4x?xf32>, %i: index, %j: index) -> f32 {
  %0 = tensor.extract %t[%i, %j] : tensor<4x?xf32>
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @others(
// CHECK: cf.assert %{{.*}}, "tensor.insert outside of tensor<4xf32>"
// CHECK-NEXT: tensor.insert
// CHECK: cf.assert %{{.*}}, "memref.load outside of memref<4xf32>"
// CHECK-NEXT: memref.load
// CHECK: memref.dim %arg2
// CHECK: cf.assert %{{.*}}, "memref.store outside of memref<?xf32>"
// CHECK-NEXT: memref.store
func.func @others(%t: tensor<4xf32>, %m: memref<4xf32>, %n: memref<?xf32>, %i: index, %v: f32) -> (tensor<4xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<4xf32>
  %1 = memref.load %m[%i] : memref<4xf32>
  memref.store %v, %n[%i] : memref<?xf32>
  return %0, %1 : tensor<4xf32>, f32
}

// -----

// In the body of a map; sizes are asked for outside of it.
// CHECK-LABEL: func.func @gather(
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: dlopt.map
// CHECK: %[[K:.*]] = arith.index_cast
// CHECK: %[[OK:.*]] = arith.cmpi ult, %[[K]], %[[N]]
// CHECK-NEXT: cf.assert %[[OK]], "tensor.extract outside of tensor<?x8xf32>"
// CHECK-NEXT: tensor.extract
func.func @gather(%t: tensor<?x8xf32>, %ids: tensor<4xi64>) -> tensor<4x8xf32> {
  %r = dlopt.map %ids dims [[0]] : (tensor<4xi64>) -> tensor<4x8xf32> {
  ^bb0(%i: i64):
    %k = arith.index_cast %i : i64 to index
    %j = dlopt.index 1 : index
    %v = tensor.extract %t[%k, %j] : tensor<?x8xf32>
    dlopt.yield %v : f32
  }
  return %r : tensor<4x8xf32>
}

// -----

// Left alone: constants, variables of loops and of structured operations that
// are inside.
// CHECK-LABEL: func.func @inside(
// CHECK-NOT: cf.assert
// CHECK: return
#m = affine_map<(i) -> (i)>
func.func @inside(%t: tensor<4xf32>, %m: memref<?xf32>, %n: memref<4xf32>, %v: f32) -> (f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.extract %t[%c3] : tensor<4xf32>
  %size = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  scf.for %i = %c1 to %c4 step %c1 {
    memref.store %v, %n[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    memref.store %v, %n[%i] : memref<4xf32>
  }
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %x = tensor.extract %t[%i] : tensor<4xf32>
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0, %r : f32, tensor<4xf32>
}

// -----

// Each by one too many, or from below zero.
// CHECK-LABEL: func.func @outside(
// CHECK-COUNT-6: cf.assert
// CHECK-NOT: cf.assert
// CHECK: return
func.func @outside(%t: tensor<4xf32>, %m: memref<?xf32>, %k: memref<?xf32>, %n: memref<4xf32>, %v: f32) -> (f32, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus = arith.constant -1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = tensor.extract %t[%c4] : tensor<4xf32>
  %size = memref.dim %k, %c0 : memref<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  scf.for %i = %c1 to %c5 step %c1 {
    memref.store %v, %n[%i] : memref<4xf32>
  }
  scf.for %i = %minus to %c4 step %c1 {
    memref.store %v, %n[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 5 {
    memref.store %v, %n[%i] : memref<4xf32>
  }
  %r = dlopt.map : () -> tensor<5xf32> {
    %i = dlopt.index 0 : index
    %x = tensor.extract %t[%i] : tensor<4xf32>
    dlopt.yield %x : f32
  }
  return %0, %r : f32, tensor<5xf32>
}
