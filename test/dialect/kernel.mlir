// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @named(
func.func @named(%x: tensor<?xf32>, %n: index) {
  // CHECK: %{{.*}}:2 = dlopt.kernel %{{.*}}, %{{.*}} name "two" {rows = 4 : i64} : (tensor<?xf32>, index) -> (tensor<?xf32>, index) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<?xf32>, %[[N:.*]]: index):
  // CHECK-NEXT: dlopt.yield %[[A]], %[[N]] : tensor<?xf32>, index
  %0:2 = dlopt.kernel %x, %n name "two" {rows = 4 : i64} : (tensor<?xf32>, index) -> (tensor<?xf32>, index) {
  ^bb0(%a: tensor<?xf32>, %i: index):
    dlopt.yield %a, %i : tensor<?xf32>, index
  }
  return
}

// CHECK-LABEL: func @nothing(
func.func @nothing() {
  // CHECK: dlopt.kernel : () -> () {
  // CHECK-NEXT: dlopt.yield
  dlopt.kernel : () -> () {
    dlopt.yield
  }
  return
}
