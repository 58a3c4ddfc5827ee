// RUN: dlopt-opt %s --dlopt-import-from-linalg --split-input-file | FileCheck %s

// A start from the neutral element goes, another one stays.
// CHECK-LABEL: @starts(
// CHECK: dlopt.pool max %arg0 dims [1, 2] window [3, 2] strides [2, 1] dilations [1, 2] : tensor
// CHECK: dlopt.pool max %arg0 dims [1, 2] window [3, 2] strides [2, 1] dilations [1, 2] init %{{.*}} : tensor
func.func @starts(%x: tensor<1x9x10x4xf32>) -> (tensor<1x4x8x4xf32>, tensor<1x4x8x4xf32>) {
  %inf = arith.constant 0xFF800000 : f32
  %low = arith.constant -3.40282347E+38 : f32
  %win = tensor.empty() : tensor<3x2xf32>
  %e = tensor.empty() : tensor<1x4x8x4xf32>
  %f = linalg.fill ins(%inf : f32) outs(%e : tensor<1x4x8x4xf32>) -> tensor<1x4x8x4xf32>
  %g = linalg.fill ins(%low : f32) outs(%e : tensor<1x4x8x4xf32>) -> tensor<1x4x8x4xf32>
  %0 = linalg.pooling_nhwc_max {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%x, %win : tensor<1x9x10x4xf32>, tensor<3x2xf32>) outs(%f : tensor<1x4x8x4xf32>) -> tensor<1x4x8x4xf32>
  %1 = linalg.pooling_nhwc_max {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%x, %win : tensor<1x9x10x4xf32>, tensor<3x2xf32>) outs(%g : tensor<1x4x8x4xf32>) -> tensor<1x4x8x4xf32>
  return %0, %1 : tensor<1x4x8x4xf32>, tensor<1x4x8x4xf32>
}

// -----

// Integers, unsigned, channels first, three dimensions.
// CHECK-LABEL: @kinds(
// CHECK: dlopt.pool max %arg0 dims [1] window [2] init %arg1 unsigned :
// CHECK: dlopt.pool min %arg0 dims [1] window [2] init %arg1 :
// CHECK: dlopt.pool add %arg2 dims [2, 3] window [2, 2] init %arg3 :
// CHECK: dlopt.pool add %arg4 dims [1, 2, 3] window [2, 2, 2] init %arg5 : tensor<1x4x4x4x2xi8>, tensor<1x3x3x3x2xi32>
func.func @kinds(%a: tensor<1x8x4xi8>, %b: tensor<1x7x4xi8>, %c: tensor<1x2x4x4xf32>, %d: tensor<1x2x3x3xf32>,
                 %e: tensor<1x4x4x4x2xi8>, %f: tensor<1x3x3x3x2xi32>)
    -> (tensor<1x7x4xi8>, tensor<1x7x4xi8>, tensor<1x2x3x3xf32>, tensor<1x3x3x3x2xi32>) {
  %w1 = tensor.empty() : tensor<2xi8>
  %w2 = tensor.empty() : tensor<2x2xf32>
  %w3 = tensor.empty() : tensor<2x2x2xi8>
  %0 = linalg.pooling_nwc_max_unsigned ins(%a, %w1 : tensor<1x8x4xi8>, tensor<2xi8>) outs(%b : tensor<1x7x4xi8>) -> tensor<1x7x4xi8>
  %1 = linalg.pooling_nwc_min ins(%a, %w1 : tensor<1x8x4xi8>, tensor<2xi8>) outs(%b : tensor<1x7x4xi8>) -> tensor<1x7x4xi8>
  %2 = linalg.pooling_nchw_sum ins(%c, %w2 : tensor<1x2x4x4xf32>, tensor<2x2xf32>) outs(%d : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  %3 = linalg.pooling_ndhwc_sum ins(%e, %w3 : tensor<1x4x4x4x2xi8>, tensor<2x2x2xi8>) outs(%f : tensor<1x3x3x3x2xi32>) -> tensor<1x3x3x3x2xi32>
  return %0, %1, %2, %3 : tensor<1x7x4xi8>, tensor<1x7x4xi8>, tensor<1x2x3x3xf32>, tensor<1x3x3x3x2xi32>
}

// -----

// Padding folds in where one more such element changes nothing: -inf under a
// maximum, the maximum's own start, +0.0 in a sum that starts from +0.0.
// CHECK-LABEL: @pads_that_fold(
// CHECK-NOT: tensor.pad
// CHECK: dlopt.pool max %arg0 dims [1] window [3] pad_low [1] pad_high [1] :
// CHECK: dlopt.pool max %arg0 dims [1] window [3] pad_low [1] pad_high [1] init
// CHECK: dlopt.pool add %arg0 dims [1] window [3] pad_low [1] pad_high [1] :
func.func @pads_that_fold(%x: tensor<1x8x4xf32>) -> (tensor<1x8x4xf32>, tensor<1x8x4xf32>, tensor<1x8x4xf32>) {
  %inf = arith.constant 0xFF800000 : f32
  %low = arith.constant -3.40282347E+38 : f32
  %z = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<3xf32>
  %e = tensor.empty() : tensor<1x8x4xf32>
  %f = linalg.fill ins(%inf : f32) outs(%e : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %g = linalg.fill ins(%low : f32) outs(%e : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %h = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %p = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index):
    tensor.yield %inf : f32
  } : tensor<1x8x4xf32> to tensor<1x10x4xf32>
  %q = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index):
    tensor.yield %low : f32
  } : tensor<1x8x4xf32> to tensor<1x10x4xf32>
  %r = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x8x4xf32> to tensor<1x10x4xf32>
  %0 = linalg.pooling_nwc_max ins(%p, %w : tensor<1x10x4xf32>, tensor<3xf32>) outs(%f : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %1 = linalg.pooling_nwc_max ins(%q, %w : tensor<1x10x4xf32>, tensor<3xf32>) outs(%g : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %2 = linalg.pooling_nwc_sum ins(%r, %w : tensor<1x10x4xf32>, tensor<3xf32>) outs(%h : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  return %0, %1, %2 : tensor<1x8x4xf32>, tensor<1x8x4xf32>, tensor<1x8x4xf32>
}

// -----

// A finite pad under a maximum that starts from -inf can win: it stays.
// CHECK-LABEL: @pad_that_stays(
// CHECK: %[[P:.*]] = tensor.pad
// CHECK: dlopt.pool max %[[P]] dims [1] window [3] :
func.func @pad_that_stays(%x: tensor<1x8x4xf32>) -> tensor<1x8x4xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<3xf32>
  %e = tensor.empty() : tensor<1x8x4xf32>
  %f = linalg.fill ins(%inf : f32) outs(%e : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %p = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x8x4xf32> to tensor<1x10x4xf32>
  %0 = linalg.pooling_nwc_max ins(%p, %w : tensor<1x10x4xf32>, tensor<3xf32>) outs(%f : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  return %0 : tensor<1x8x4xf32>
}
