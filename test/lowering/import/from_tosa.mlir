// RUN: dlopt-opt %s --dlopt-import --split-input-file | FileCheck %s

// The bias is what the convolution starts from, zero padding is the op's own.
// CHECK-LABEL: @conv(
// CHECK: %[[B:.*]] = dlopt.map %arg2 dims {{\[\[}}3]] : (tensor<8xf32>) -> tensor<1x8x8x8xf32>
// CHECK: dlopt.conv %arg0, %arg1 layouts ["nhwc", "fhwc", "nhwf"] pad_low [1, 1] pad_high [1, 1] init %[[B]]
// CHECK: arith.maximumf
// CHECK-NOT: {{tosa|linalg}}.
func.func @conv(%x: tensor<1x8x8x4xf32>, %w: tensor<8x3x3x4xf32>, %b: tensor<8xf32>) -> tensor<1x8x8x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x4xf32>, tensor<8x3x3x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}

// -----

// Rescaling is exact 64-bit arithmetic in the body.
// CHECK-LABEL: @rescale(
// CHECK: dlopt.map %arg0 : (tensor<4xi32>) -> tensor<4xi8>
// CHECK: arith.muli %{{.*}} : i64
// CHECK: arith.shrsi %{{.*}} : i64
// CHECK-NOT: {{tosa|linalg}}.
func.func @rescale(%x: tensor<4xi32>) -> tensor<4xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<35> : tensor<1xi8>}> : () -> tensor<1xi8>
  %iz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %oz = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// Broadcasts and matmul.
// CHECK-LABEL: @matmul(
// CHECK: %[[M:.*]] = dlopt.matmul %arg0, %arg1 : tensor<2x4x8xf16>, tensor<2x8x4xf16> -> tensor<2x4x4xf16>
// CHECK: dlopt.map %[[M]], %{{.*}}
// CHECK-NOT: {{tosa|linalg}}.
func.func @matmul(%x: tensor<2x4x8xf16>, %y: tensor<2x8x4xf16>, %b: tensor<1x1x4xf16>) -> tensor<2x4x4xf16> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %0 = tosa.matmul %x, %y, %z, %z : (tensor<2x4x8xf16>, tensor<2x8x4xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<2x4x4xf16>
  %1 = tosa.add %0, %b : (tensor<2x4x4xf16>, tensor<1x1x4xf16>) -> tensor<2x4x4xf16>
  return %1 : tensor<2x4x4xf16>
}
