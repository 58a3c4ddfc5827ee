// Remarks come in the order of the source, whatever order a pass walks in, and
// say what was recognised from what.
// RUN: %exits 0 dlopt-compile --quiet %s --explain 2>&1 >/dev/null | FileCheck %s
// CHECK: :8:8: remark: recognised: tanh, from dlopt.map 1
// CHECK-NEXT: :21:8: remark: recognised: softmax, from dlopt.reduce 2, dlopt.map 2
// CHECK-NEXT: :26:8: remark: recognised: tanh, from dlopt.map 1
func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %t = dlopt.map %x : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%p: f32):
    %v = math.tanh %p : f32
    dlopt.yield %v : f32
  }
  %m = dlopt.reduce max %t dims [1] : tensor<4x8xf32> -> tensor<4xf32>
  %e = dlopt.map %t, %m dims [[0, 1], [0]] : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
  ^bb0(%p: f32, %q: f32):
    %v = arith.subf %p, %q : f32
    %w = math.exp %v : f32
    dlopt.yield %w : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<4x8xf32> -> tensor<4xf32>
  %n = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
  ^bb0(%p: f32, %q: f32):
    %v = arith.divf %p, %q : f32
    dlopt.yield %v : f32
  }
  %u = dlopt.map %n : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%p: f32):
    %v = math.tanh %p : f32
    dlopt.yield %v : f32
  }
  return %u : tensor<4x8xf32>
}
