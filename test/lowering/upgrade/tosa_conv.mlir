// Convolutions, pooling and fully_connected.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @conv_lists(%a: tensor<1x4x4x2xf32>, %w: tensor<8x1x1x2xf32>, %b: tensor<8xf32>) -> tensor<1x4x4x8xf32> {
  %0 = "tosa.conv2d"(%a, %w, %b) {pad = [0,0,0,0], stride=[1,1], dilation=[1,1]} : (tensor<1x4x4x2xf32>, tensor<8x1x1x2xf32>, tensor<8xf32>) -> tensor<1x4x4x8xf32>
  return %0 : tensor<1x4x4x8xf32>
}
// CHECK-LABEL: @conv_lists
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.conv2d %arg0, %arg1, %arg2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<8x1x1x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>

// -----

func.func @conv(%a: tensor<1x4x4x2xf32>, %w: tensor<8x1x1x2xf32>, %b: tensor<8xf32>) -> tensor<1x4x4x8xf32> {
  %0 = "tosa.conv2d"(%a, %w, %b) {pad = array<i64: 0,0,0,0>, stride=array<i64: 1,1>, dilation=array<i64: 1,1>} : (tensor<1x4x4x2xf32>, tensor<8x1x1x2xf32>, tensor<8xf32>) -> tensor<1x4x4x8xf32>
  return %0 : tensor<1x4x4x8xf32>
}
// CHECK-LABEL: @conv
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.conv2d %arg0, %arg1, %arg2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<8x1x1x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>

// -----

func.func @conv_quantised(%a: tensor<1x4x4x2xi8>, %w: tensor<8x1x1x2xi8>, %b: tensor<8xi32>) -> tensor<1x4x4x8xi32> {
  %0 = "tosa.conv2d"(%a, %w, %b) {quantization_info = #tosa.conv_quant<input_zp = -1, weight_zp = 0>, pad = array<i64: 0,0,0,0>, stride=array<i64: 1,1>, dilation=array<i64: 1,1>} : (tensor<1x4x4x2xi8>, tensor<8x1x1x2xi8>, tensor<8xi32>) -> tensor<1x4x4x8xi32>
  return %0 : tensor<1x4x4x8xi32>
}
// CHECK-LABEL: @conv_quantised
// CHECK: %0 = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = tosa.conv2d %arg0, %arg1, %arg2, %0, %1 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<8x1x1x2xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x8xi32>

// -----

func.func @conv_unused_padding(%a: tensor<1x224x224x3xf32>, %w: tensor<64x7x7x3xf32>, %b: tensor<64xf32>) -> tensor<1x112x112x64xf32> {
  %0 = "tosa.conv2d"(%a, %w, %b) {acc_type = f32, pad = array<i64: 3,3,3,3>, stride=array<i64: 2,2>, dilation=array<i64: 1,1>} : (tensor<1x224x224x3xf32>, tensor<64x7x7x3xf32>, tensor<64xf32>) -> tensor<1x112x112x64xf32>
  return %0 : tensor<1x112x112x64xf32>
}
// CHECK-LABEL: @conv_unused_padding
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.conv2d %arg0, %arg1, %arg2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 3, 2, 3, 2>, stride = array<i64: 2, 2>} : (tensor<1x224x224x3xf32>, tensor<64x7x7x3xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x112x112x64xf32>

// -----

func.func @conv_unused_input(%a: tensor<1x6x6x2xf32>, %w: tensor<8x3x3x2xf32>, %b: tensor<8xf32>) -> tensor<1x2x2x8xf32> {
  %0 = "tosa.conv2d"(%a, %w, %b) {acc_type = f32, pad = array<i64: 0,0,0,0>, stride=array<i64: 2,2>, dilation=array<i64: 1,1>} : (tensor<1x6x6x2xf32>, tensor<8x3x3x2xf32>, tensor<8xf32>) -> tensor<1x2x2x8xf32>
  return %0 : tensor<1x2x2x8xf32>
}
// CHECK-LABEL: @conv_unused_input
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.const_shape  {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %2 = tosa.const_shape  {values = dense<[1, 5, 5, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %3 = tosa.slice %arg0, %1, %2 : (tensor<1x6x6x2xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x5x5x2xf32>
// CHECK: %4 = tosa.conv2d %3, %arg1, %arg2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x5x5x2xf32>, tensor<8x3x3x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x8xf32>

// -----

func.func @conv3d_f16(%a: tensor<1x4x4x4x2xf16>, %w: tensor<8x1x1x1x2xf16>, %b: tensor<8xf16>) -> tensor<1x4x4x4x8xf16> {
  %0 = "tosa.conv3d"(%a, %w, %b) {pad = array<i64: 0,0,0,0,0,0>, stride=array<i64: 1,1,1>, dilation=array<i64: 1,1,1>} : (tensor<1x4x4x4x2xf16>, tensor<8x1x1x1x2xf16>, tensor<8xf16>) -> tensor<1x4x4x4x8xf16>
  return %0 : tensor<1x4x4x4x8xf16>
}
// CHECK-LABEL: @conv3d_f16
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf16>}> : () -> tensor<1xf16>
// CHECK: %1 = tosa.conv3d %arg0, %arg1, %arg2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x2xf16>, tensor<8x1x1x1x2xf16>, tensor<8xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x4x4x8xf16>

// -----

func.func @depthwise(%a: tensor<1x5x5x2xi8>, %w: tensor<3x3x2x1xi8>, %b: tensor<2xi32>) -> tensor<1x2x2x2xi32> {
  %0 = "tosa.depthwise_conv2d"(%a, %w, %b) {quantization_info = #tosa.conv_quant<input_zp = -3, weight_zp = 2>, pad = array<i64: 0,0,0,0>, stride=array<i64: 2,2>, dilation=array<i64: 1,1>} : (tensor<1x5x5x2xi8>, tensor<3x3x2x1xi8>, tensor<2xi32>) -> tensor<1x2x2x2xi32>
  return %0 : tensor<1x2x2x2xi32>
}
// CHECK-LABEL: @depthwise
// CHECK: %0 = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %1 = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = tosa.depthwise_conv2d %arg0, %arg1, %arg2, %0, %1 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x5x5x2xi8>, tensor<3x3x2x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>

// -----

func.func @transposed(%a: tensor<1x4x4x2xf32>, %w: tensor<8x1x1x2xf32>, %b: tensor<8xf32>) -> tensor<1x4x4x8xf32> {
  %0 = "tosa.transpose_conv2d"(%a, %w, %b) {out_pad = array<i64: 0,0,0,0>, out_shape = array<i64: 1,4,4,8>, stride=array<i64: 1,1>} : (tensor<1x4x4x2xf32>, tensor<8x1x1x2xf32>, tensor<8xf32>) -> tensor<1x4x4x8xf32>
  return %0 : tensor<1x4x4x8xf32>
}
// CHECK-LABEL: @transposed
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.transpose_conv2d %arg0, %arg1, %arg2, %0, %0 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<8x1x1x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>

// -----

func.func @avg_pool(%a: tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32> {
  %0 = "tosa.avg_pool2d"(%a) {kernel = array<i64: 2,2>, pad = array<i64: 0,0,0,0>, stride = array<i64: 2,2>} : (tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}
// CHECK-LABEL: @avg_pool
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.avg_pool2d %arg0, %0, %0 {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>

// -----

func.func @max_pool_unused_padding(%a: tensor<1x112x112x3xf32>) -> tensor<1x56x56x3xf32> {
  %0 = "tosa.max_pool2d"(%a) {kernel = array<i64: 3,3>, pad = array<i64: 1,1,1,1>, stride=array<i64: 2,2>} : (tensor<1x112x112x3xf32>) -> tensor<1x56x56x3xf32>
  return %0 : tensor<1x56x56x3xf32>
}
// CHECK-LABEL: @max_pool_unused_padding
// CHECK: %0 = tosa.max_pool2d %arg0 {kernel = array<i64: 3, 3>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x112x112x3xf32>) -> tensor<1x56x56x3xf32>

// -----

func.func @fully_connected(%a: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = "tosa.fully_connected"(%a, %w, %b) : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// CHECK-LABEL: @fully_connected
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.const_shape  {values = dense<[2, 1, 1, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %2 = tosa.reshape %arg0, %1 : (tensor<2x3xf32>, !tosa.shape<4>) -> tensor<2x1x1x3xf32>
// CHECK: %3 = tosa.const_shape  {values = dense<[4, 1, 1, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %4 = tosa.reshape %arg1, %3 : (tensor<4x3xf32>, !tosa.shape<4>) -> tensor<4x1x1x3xf32>
// CHECK: %5 = tosa.conv2d %2, %4, %arg2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<2x1x1x3xf32>, tensor<4x1x1x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x1x1x4xf32>
// CHECK: %6 = tosa.const_shape  {values = dense<[2, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %7 = tosa.reshape %5, %6 : (tensor<2x1x1x4xf32>, !tosa.shape<2>) -> tensor<2x4xf32>

// -----

func.func @fully_connected_quantised(%a: tensor<2x3xi8>, %w: tensor<4x3xi8>, %b: tensor<4xi32>) -> tensor<2x4xi32> {
  %0 = "tosa.fully_connected"(%a, %w, %b) {quantization_info = #tosa.conv_quant<input_zp = -3, weight_zp = 2>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
// CHECK-LABEL: @fully_connected_quantised
// CHECK: %0 = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %1 = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = tosa.const_shape  {values = dense<[2, 1, 1, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %3 = tosa.reshape %arg0, %2 : (tensor<2x3xi8>, !tosa.shape<4>) -> tensor<2x1x1x3xi8>
// CHECK: %4 = tosa.const_shape  {values = dense<[4, 1, 1, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %5 = tosa.reshape %arg1, %4 : (tensor<4x3xi8>, !tosa.shape<4>) -> tensor<4x1x1x3xi8>
// CHECK: %6 = tosa.conv2d %3, %5, %arg2, %0, %1 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<2x1x1x3xi8>, tensor<4x1x1x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x1x1x4xi32>
// CHECK: %7 = tosa.const_shape  {values = dense<[2, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %8 = tosa.reshape %6, %7 : (tensor<2x1x1x4xi32>, !tosa.shape<2>) -> tensor<2x4xi32>
