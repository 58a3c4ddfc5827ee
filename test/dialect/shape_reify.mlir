// RUN: dlopt-opt %s -split-input-file -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s

// Sizes of results come from operands; the ops themselves are not needed.
// CHECK-LABEL: func @matmul(
// CHECK-SAME: %[[A:.*]]: tensor<?x1x?x8xf32>, %[[B:.*]]: tensor<?x8x?xf32>
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG: %[[H:.*]] = tensor.dim %[[B]], %c0
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[A]], %c2
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[B]], %c2
// CHECK-NOT: dlopt.matmul
// CHECK: return %[[N]], %[[H]], %[[ROWS]], %[[COLUMNS]]
func.func @matmul(%a: tensor<?x1x?x8xf32>, %b: tensor<?x8x?xf32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = dlopt.matmul %a, %b : tensor<?x1x?x8xf32>, tensor<?x8x?xf32> -> tensor<?x?x?x?xf32>
  %d0 = tensor.dim %0, %c0 : tensor<?x?x?x?xf32>
  %d1 = tensor.dim %0, %c1 : tensor<?x?x?x?xf32>
  %d2 = tensor.dim %0, %c2 : tensor<?x?x?x?xf32>
  %d3 = tensor.dim %0, %c3 : tensor<?x?x?x?xf32>
  return %d0, %d1, %d2, %d3 : index, index, index, index
}

// -----

// Windows: max(0, floordiv(in + 1 - 2 * (window - 1) - 1, 3) + 1).
// CHECK: #[[$MAP:.*]] = affine_map<()[s0, s1] -> ((s0 - s1 * 2 + 2) floordiv 3 + 1, 0)>
// CHECK-LABEL: func @conv(
// CHECK-SAME: %[[X:.*]]: tensor<1x?x4xf32>, %[[W:.*]]: tensor<?x4x5xf32>
// CHECK-DAG: %[[IN:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[WINDOW:.*]] = tensor.dim %[[W]], %c0
// CHECK: %[[OUT:.*]] = affine.max #[[$MAP]]()[%[[IN]], %[[WINDOW]]]
// CHECK: return %[[OUT]]
func.func @conv(%x: tensor<1x?x4xf32>, %w: tensor<?x4x5xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] strides [3] dilations [2] pad_low [1]
      : tensor<1x?x4xf32>, tensor<?x4x5xf32> -> tensor<1x?x5xf32>
  %d = tensor.dim %0, %c1 : tensor<1x?x5xf32>
  return %d : index
}

// -----

// CHECK: #[[$MAP:.*]] = affine_map<()[s0] -> (0, s0 - 1)>
// CHECK-LABEL: func @pool(
// CHECK: affine.max #[[$MAP]]()[%{{.*}}]
func.func @pool(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = dlopt.pool max %x dims [0] window [2] : tensor<?xf32> -> tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func @map(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[N:.*]]: index
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[X]], %c0
// CHECK: return %[[N]], %[[D]]
func.func @map(%x: tensor<?xf32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = dlopt.map %x dims [[1]] sizes(%n) : (tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    dlopt.yield %e, %a : f32, f32
  }
  %d0 = tensor.dim %0#0, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %0#1, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}

// -----

// Through several ops.
// CHECK-LABEL: func @chain(
// CHECK-SAME: %[[Q:.*]]: tensor<2x8x?x64xf16>, %
// CHECK: %[[D:.*]] = tensor.dim %[[Q]], %c2
// CHECK: return %[[D]]
func.func @chain(%q: tensor<2x8x?x64xf16>, %k: tensor<2x8x?x64xf16>) -> index {
  %c2 = arith.constant 2 : index
  %0 = dlopt.attention %q, %k, %k scale 1.0 : tensor<2x8x?x64xf16>, tensor<2x8x?x64xf16>, tensor<2x8x?x64xf16> -> tensor<2x8x?x64xf16>
  %1 = dlopt.rms_norm %0 axis 3 epsilon 1.0e-6 : tensor<2x8x?x64xf16> -> tensor<2x8x?x64xf16>
  %2 = dlopt.softmax %1 dim 3 : tensor<2x8x?x64xf16> -> tensor<2x8x?x64xf16>
  %3 = dlopt.cast %2 : tensor<2x8x?x64xf16> to tensor<2x8x?x64xf32>
  %4 = dlopt.reduce add %3 dims [3] : tensor<2x8x?x64xf32> -> tensor<2x8x?xf32>
  %d = tensor.dim %4, %c2 : tensor<2x8x?xf32>
  return %d : index
}
