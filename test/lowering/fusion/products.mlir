// Products read through transposes and other moves that they can express.
// RUN: dlopt-opt %s -split-input-file -dlopt-fusion-explained -verify-diagnostics | FileCheck %s

// Either side, also one that is transposed already, and one that gains batches
// of size 1; the other users of the transpose keep it.
// CHECK-LABEL: func.func @transposes
// CHECK-SAME: %[[X:.*]]: tensor<8x4xf32>, %[[W:.*]]: tensor<16x8xf32>, %[[B:.*]]: tensor<1x4x8xf32>)
// CHECK: dlopt.kernel %[[W]] name "transpose" {class = "pointwise"} : (tensor<16x8xf32>) -> tensor<8x16xf32>
// CHECK: dlopt.kernel %[[X]], %[[W]] name "gemm" {{.*}} -> tensor<4x16xf32>
// CHECK: dlopt.matmul %{{.*}} transposed, %{{.*}} transposed : tensor<8x4xf32>, tensor<16x8xf32>
// CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<16x8xf32>, tensor<8x4xf32>
// CHECK: dlopt.matmul %{{.*}}, %{{.*}} transposed : tensor<1x4x8xf32>, tensor<16x8xf32>
func.func @transposes(%x: tensor<8x4xf32>, %w: tensor<16x8xf32>, %b: tensor<1x4x8xf32>)
    -> (tensor<4x16xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<1x4x16xf32>) {
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue: the product reads its input in this order}}
  %0 = dlopt.map %x dims [[1, 0]] : (tensor<8x4xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue: the product reads its input in this order}}
  %1 = dlopt.map %w dims [[1, 0]] : (tensor<16x8xf32>) -> tensor<8x16xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %2 = dlopt.matmul %0, %1 : tensor<4x8xf32>, tensor<8x16xf32> -> tensor<4x16xf32>
  %3 = dlopt.matmul %1 transposed, %x : tensor<8x16xf32>, tensor<8x4xf32> -> tensor<16x4xf32>
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue: the product reads its input in this order}}
  %4 = dlopt.map %w dims [[2, 1]] : (tensor<16x8xf32>) -> tensor<1x8x16xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %5 = dlopt.matmul %b, %4 : tensor<1x4x8xf32>, tensor<1x8x16xf32> -> tensor<1x4x16xf32>
  return %2, %1, %3, %5 : tensor<4x16xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<1x4x16xf32>
}

// -----

// Left alone: a move that exchanges batches, one that repeats, and one without
// which the result's rank would be lost. They are ordinary prologues.
// CHECK-LABEL: func.func @other_moves
// CHECK-COUNT-3: dlopt.map
func.func @other_moves(%x: tensor<2x3x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x3x2xf32>, tensor<5x4x4xf32>, tensor<1x4x4xf32>) {
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue}}
  %0 = dlopt.map %x dims [[2, 1, 0]] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %i = arith.constant dense<1.0> : tensor<2x2xf32>
  %1 = dlopt.matmul %0, %i : tensor<4x3x2xf32>, tensor<2x2xf32> -> tensor<4x3x2xf32>
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue}}
  %2 = dlopt.map %y dims [[1, 2]] : (tensor<4x4xf32>) -> tensor<5x4x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %3 = dlopt.matmul %2, %y : tensor<5x4x4xf32>, tensor<4x4xf32> -> tensor<5x4x4xf32>
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue}}
  %4 = dlopt.map %y dims [[1, 2]] : (tensor<4x4xf32>) -> tensor<1x4x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %5 = dlopt.matmul %4, %y : tensor<1x4x4xf32>, tensor<4x4xf32> -> tensor<1x4x4xf32>
  return %1, %3, %5 : tensor<4x3x2xf32>, tensor<5x4x4xf32>, tensor<1x4x4xf32>
}
