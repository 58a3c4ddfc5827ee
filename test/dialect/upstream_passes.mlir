// RUN: dlopt-opt %s -cse | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: dlopt-opt %s -loop-invariant-code-motion | FileCheck %s --check-prefixes=CHECK,LICM
// RUN: dlopt-opt %s -canonicalize | FileCheck %s --check-prefixes=CHECK,CANON

// Upstream's passes see that the ops are pure.

// Equal ops are one, also those with equal regions.
// CHECK-LABEL: func @equal(
// CSE-COUNT-1: dlopt.softmax
// CSE-NOT: dlopt.softmax
// CSE-COUNT-1: dlopt.map
// CSE-NOT: dlopt.map
func.func @equal(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = dlopt.softmax %x dim 1 masked_rows nan : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = dlopt.softmax %x dim 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = dlopt.map %0 : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    dlopt.yield %e : f32
  }
  %3 = dlopt.map %1 : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    dlopt.yield %e : f32
  }
  return %0, %1, %2, %3 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// Dead ops go; a map whose body stores does not, nor does a kernel that holds it.
// CHECK-LABEL: func @dead(
// CANON-NOT: dlopt.matmul
// CANON-NOT: dlopt.attention
// CANON: dlopt.map
// CANON: memref.store
// CANON-NOT: math.exp
// CANON: dlopt.kernel
// CANON: memref.store
// CANON: return
func.func @dead(%a: tensor<4x4x4xf32>, %m: memref<f32>) {
  %0 = dlopt.matmul %a, %a : tensor<4x4x4xf32>, tensor<4x4x4xf32> -> tensor<4x4x4xf32>
  %1 = dlopt.attention %a, %a, %0 scale 1.0 : tensor<4x4x4xf32>, tensor<4x4x4xf32>, tensor<4x4x4xf32> -> tensor<4x4x4xf32>
  %2 = dlopt.map %1 : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
  ^bb0(%x: f32):
    %e = math.exp %x : f32
    dlopt.yield %e : f32
  }
  %3 = dlopt.map : () -> tensor<1xf32> {
    %c = arith.constant 1.0 : f32
    memref.store %c, %m[] : memref<f32>
    dlopt.yield %c : f32
  }
  dlopt.kernel %m : (memref<f32>) -> () {
  ^bb0(%k: memref<f32>):
    %c = arith.constant 1.0 : f32
    memref.store %c, %k[] : memref<f32>
    dlopt.yield
  }
  return
}

// What does not change in a loop leaves it.
// CHECK-LABEL: func @loop(
// LICM: dlopt.reduce
// LICM: dlopt.map
// LICM: scf.for
// LICM-NOT: dlopt.reduce
func.func @loop(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> tensor<4xf32> {
    %s = dlopt.reduce add %x dims [1] : tensor<4x8xf32> -> tensor<4xf32>
    %e = dlopt.map %s : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%a: f32):
      %b = math.exp %a : f32
      dlopt.yield %b : f32
    }
    %next = arith.addf %acc, %e : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
