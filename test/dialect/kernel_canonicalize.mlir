// RUN: dlopt-opt %s -split-input-file -canonicalize | FileCheck %s

// Inputs that the body does not read, or that come twice, are dropped; so are
// results that nobody reads or that equal another.
// CHECK-LABEL: func @slim(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK: %[[R:.*]] = dlopt.kernel %[[X]] name "k" : (tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: dlopt.yield %[[S]] : tensor<4xf32>
// CHECK: return %[[R]], %[[R]]
func.func @slim(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:3 = dlopt.kernel %x, %y, %x name "k" : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>):
    %s = arith.addf %a, %c : tensor<4xf32>
    %m = arith.mulf %a, %b : tensor<4xf32>
    dlopt.yield %s, %m, %s : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A result that is an input needs no kernel.
// CHECK-LABEL: func @bypass(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT: return %[[X]]
func.func @bypass(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dlopt.kernel %x : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    dlopt.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
