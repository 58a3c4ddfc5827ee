// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// Places outside the input are -inf, so that they never win.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
// CHECK-LABEL: func.func @max
// CHECK: %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: tensor.pad %arg0
// CHECK: tensor.yield %[[LOWEST]]
// CHECK: %[[WINDOW:.*]] = tensor.empty() : tensor<3x3xf32>
// CHECK: linalg.generic {indexing_maps = [#[[X]], {{.*}} ins(%padded, %[[WINDOW]]
// CHECK: arith.maximumf
func.func @max(%x: tensor<1x16x16x8xf32>) -> tensor<1x8x8x8xf32> {
  %0 = dlopt.pool max %x dims [1, 2] window [3, 3] strides [2, 2] pad_high [1, 1] : tensor<1x16x16x8xf32> -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}

// -----

// f8E4M3FN has no infinity: the padding is made in the accumulator's type.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.extf %{{.*}} : f8E4M3FN to f32
// CHECK: tensor.pad %{{.*}} low[1] high[0]
// CHECK: } : tensor<6xf32> to tensor<7xf32>
func.func @narrow(%x: tensor<6xf8E4M3FN>) -> tensor<6xf8E4M3FN> {
  %0 = dlopt.pool max %x dims [0] window [2] pad_low [1] : tensor<6xf8E4M3FN> -> tensor<6xf8E4M3FN>
  return %0 : tensor<6xf8E4M3FN>
}
