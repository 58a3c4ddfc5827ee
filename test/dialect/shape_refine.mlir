// RUN: dlopt-opt %s -split-input-file -canonicalize | FileCheck %s

// Results become as static as the operands, whichever operand says it.
// CHECK-LABEL: func @matmul(
// CHECK: %[[R:.*]] = dlopt.matmul %{{.*}}, %{{.*}} : tensor<2x?x8xf32>, tensor<?x8x3xf32> -> tensor<2x?x3xf32>
// CHECK: tensor.cast %[[R]] : tensor<2x?x3xf32> to tensor<?x?x?xf32>
func.func @matmul(%a: tensor<2x?x8xf32>, %b: tensor<?x8x3xf32>) -> tensor<?x?x?xf32> {
  %0 = dlopt.matmul %a, %b : tensor<2x?x8xf32>, tensor<?x8x3xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// Two batch dimensions of 1 make one of 1.
// CHECK-LABEL: func @matmul_batch_of_one(
// CHECK: dlopt.matmul {{.*}} -> tensor<1x4x3xf32>
func.func @matmul_batch_of_one(%a: tensor<1x4x8xf32>, %b: tensor<8x3xf32>) -> tensor<?x4x3xf32> {
  %0 = dlopt.matmul %a, %b : tensor<1x4x8xf32>, tensor<8x3xf32> -> tensor<?x4x3xf32>
  return %0 : tensor<?x4x3xf32>
}

// -----

// Windows: floor((9 + 1 - 2 * (3 - 1) - 1) / 2) + 1 = 3.
// CHECK-LABEL: func @windows(
// CHECK: dlopt.conv {{.*}} -> tensor<?x3x5xf32>
// CHECK: dlopt.pool {{.*}} -> tensor<?x3xf32>
func.func @windows(%x: tensor<?x9x4xf32>, %w: tensor<3x4x5xf32>, %y: tensor<?x9xf32>) -> (tensor<?x?x?xf32>, tensor<?x?xf32>) {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] strides [2] dilations [2] pad_high [1]
      : tensor<?x9x4xf32>, tensor<3x4x5xf32> -> tensor<?x?x?xf32>
  %1 = dlopt.pool max %y dims [1] window [3] strides [2] dilations [2] pad_high [1]
      : tensor<?x9xf32> -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?x?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @rows(
// CHECK: dlopt.reduce {{.*}} -> tensor<8xf32>
// CHECK: dlopt.softmax {{.*}} -> tensor<?x8xf32>
// CHECK: dlopt.layer_norm {{.*}} -> tensor<?x8xf32>
// CHECK: dlopt.rms_norm {{.*}} -> tensor<?x8xf32>
// CHECK: dlopt.cast {{.*}} to tensor<?x8xf16>
func.func @rows(%x: tensor<?x8xf32>, %y: tensor<?x?xf32>, %g: tensor<8xf32>)
    -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf16>) {
  %0 = dlopt.reduce add %x dims [0] : tensor<?x8xf32> -> tensor<?xf32>
  %1 = dlopt.softmax %x dim 0 : tensor<?x8xf32> -> tensor<?x?xf32>
  %2 = dlopt.layer_norm %y scale %g axis 1 epsilon 1.0e-5 : tensor<?x?xf32>, tensor<8xf32> -> tensor<?x?xf32>
  %3 = dlopt.rms_norm %y scale %g axis 1 epsilon 1.0e-5 : tensor<?x?xf32>, tensor<8xf32> -> tensor<?x?xf32>
  %4 = dlopt.cast %x : tensor<?x8xf32> to tensor<?x?xf16>
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf16>
}

// -----

// CHECK-LABEL: func @attention(
// CHECK: dlopt.attention {{.*}} -> tensor<2x8x16x48xf16>
func.func @attention(%q: tensor<?x8x?x64xf16>, %k: tensor<2x2x?x64xf16>, %v: tensor<?x2x?x48xf16>, %m: tensor<16x?xi1>) -> tensor<?x?x?x?xf16> {
  %0 = dlopt.attention %q, %k, %v mask %m scale 1.0
      : tensor<?x8x?x64xf16>, tensor<2x2x?x64xf16>, tensor<?x2x?x48xf16>, tensor<16x?xi1> -> tensor<?x?x?x?xf16>
  return %0 : tensor<?x?x?x?xf16>
}

// -----

// All results of a map.
// CHECK-LABEL: func @map(
// CHECK: dlopt.map {{.*}} -> (tensor<4x8xf32>, tensor<4x8xf32>)
func.func @map(%x: tensor<4x?xf32>, %y: tensor<8xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = dlopt.map %x, %y dims [[0, 1], [1]] : (tensor<4x?xf32>, tensor<8xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    %p = arith.mulf %a, %b : f32
    dlopt.yield %s, %p : f32, f32
  }
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// A cast that hides sizes is looked through, and the encoding kept.
// CHECK-LABEL: func @operand_cast(
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8x3xf32>
// CHECK: dlopt.matmul %[[A]], %[[B]] : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32, "mine">
func.func @operand_cast(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) -> tensor<?x3xf32, "mine"> {
  %0 = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = dlopt.matmul %0, %b : tensor<?x?xf32>, tensor<8x3xf32> -> tensor<?x3xf32, "mine">
  return %1 : tensor<?x3xf32, "mine">
}

// -----

// Left alone: a cast that contradicts another operand (this code never runs),
// and one that hides nothing.
// CHECK-LABEL: func @contradiction(
// CHECK: tensor.cast
// CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<8x3xf32>
// CHECK: tensor.cast
// CHECK: dlopt.softmax %{{.*}} dim 0 : tensor<4x9xf32>
func.func @contradiction(%a: tensor<4x9xf32>, %b: tensor<8x3xf32>, %c: tensor<?x9xf32>) -> (tensor<?x3xf32>, tensor<4x9xf32>) {
  %0 = tensor.cast %a : tensor<4x9xf32> to tensor<?x?xf32>
  %1 = dlopt.matmul %0, %b : tensor<?x?xf32>, tensor<8x3xf32> -> tensor<?x3xf32>
  %2 = tensor.cast %c : tensor<?x9xf32> to tensor<4x9xf32>
  %3 = dlopt.softmax %2 dim 0 : tensor<4x9xf32> -> tensor<4x9xf32>
  return %1, %3 : tensor<?x3xf32>, tensor<4x9xf32>
}
