// Attributes that were renamed, retyped or became operands.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @const() -> tensor<2xf32> {
  %0 = "tosa.const"() {value = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @const
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>

// -----

func.func @const_shape() -> !tosa.shape<2> {
  %0 = tosa.const_shape {value = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  return %0 : !tosa.shape<2>
}
// CHECK-LABEL: @const_shape
// CHECK: %0 = tosa.const_shape  {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>

// -----

func.func @reshape_list(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = "tosa.reshape"(%a) {new_shape = [6]} : (tensor<2x3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
// CHECK-LABEL: @reshape_list
// CHECK: %0 = tosa.const_shape  {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
// CHECK: %1 = tosa.reshape %arg0, %0 : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>

// -----

func.func @reshape(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = tosa.reshape %a {new_shape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
// CHECK-LABEL: @reshape
// CHECK: %0 = tosa.const_shape  {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
// CHECK: %1 = tosa.reshape %arg0, %0 : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>

// -----

func.func @mul(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tosa.mul"(%a, %a) {shift = 0 : i32} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @mul
// CHECK: %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %1 = tosa.mul %arg0, %arg0, %0 : (tensor<2xf32>, tensor<2xf32>, tensor<1xi8>) -> tensor<2xf32>

// -----

func.func @mul_shift(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = tosa.mul %a, %a {shift = 7 : i8} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
// CHECK-LABEL: @mul_shift
// CHECK: %0 = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %1 = tosa.mul %arg0, %arg0, %0 : (tensor<2xi32>, tensor<2xi32>, tensor<1xi8>) -> tensor<2xi32>

// -----

func.func @transpose(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %p = arith.constant dense<[1, 0]> : tensor<2xi32>
  %0 = "tosa.transpose"(%a, %p) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
// CHECK-LABEL: @transpose
// CHECK: %cst = arith.constant dense<[1, 0]> : tensor<2xi32>
// CHECK: %0 = tosa.transpose %arg0 {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>

// -----

func.func @clamp(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tosa.clamp"(%a) {max_fp = 3.4E+38 : f32, max_int = 2147483647 : i64, min_fp = 0.0 : f32, min_int = 0 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @clamp
// CHECK: %0 = tosa.clamp %arg0 {max_val = 3.400000e+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<2xf32>) -> tensor<2xf32>

// -----

func.func @clamp_i8(%a: tensor<2xi8>) -> tensor<2xi8> {
  %0 = tosa.clamp %a {max_fp = 3.4E+38 : f32, max_int = 2147483647 : i64, min_fp = 0.0 : f32, min_int = -5 : i64} : (tensor<2xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
// CHECK-LABEL: @clamp_i8
// CHECK: %0 = tosa.clamp %arg0 {max_val = 127 : i8, min_val = -5 : i8} : (tensor<2xi8>) -> tensor<2xi8>

// -----

func.func @relu_n(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tosa.reluN"(%a) {max_fp = 6.0 : f32, max_int = 6 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @relu_n
// CHECK: %0 = tosa.clamp %arg0 {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<2xf32>) -> tensor<2xf32>

// -----

func.func @slice(%a: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "tosa.slice"(%a) {start = array<i64: 0, 0>, size = array<i64: 2, 3>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: @slice
// CHECK: %0 = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %1 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %2 = tosa.slice %arg0, %0, %1 : (tensor<4x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>

// -----

func.func @tile(%a: tensor<4x3xf32>) -> tensor<8x3xf32> {
  %0 = "tosa.tile"(%a) {multiples = array<i64: 2, 1>} : (tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}
// CHECK-LABEL: @tile
// CHECK: %0 = tosa.const_shape  {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %1 = tosa.tile %arg0, %0 : (tensor<4x3xf32>, !tosa.shape<2>) -> tensor<8x3xf32>

// -----

func.func @resize(%a: tensor<1x2x2x1xf32>) -> tensor<1x4x4x1xf32> {
  %0 = "tosa.resize"(%a) {scale = array<i64: 4, 2, 4, 2>, offset = array<i64: 0, 0>, border = array<i64: 2, 2>, mode = "BILINEAR"} : (tensor<1x2x2x1xf32>) -> tensor<1x4x4x1xf32>
  return %0 : tensor<1x4x4x1xf32>
}
// CHECK-LABEL: @resize
// CHECK: %0 = tosa.const_shape  {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %1 = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %2 = tosa.const_shape  {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %3 = tosa.resize %arg0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xf32>

// -----

func.func @resz(%a: tensor<1x2x2x1xf32>) -> tensor<1x4x4x1xf32> {
 %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
 %o = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
 %b = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
 %0 = tosa.resize %a, %s, %o, %b {mode = "BILINEAR"} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xf32>
  return %0 : tensor<1x4x4x1xf32>
}
// CHECK-LABEL: @resz
// CHECK: %0 = tosa.const_shape  {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %1 = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %2 = tosa.const_shape  {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %3 = tosa.resize %arg0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xf32>

// -----

func.func @pad(%a: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %p = arith.constant dense<[[1,1],[0,0]]> : tensor<2x2xi32>
  %0 = "tosa.pad"(%a, %p) : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// CHECK-LABEL: @pad
// CHECK: %cst = arith.constant dense<{{\[\[}}1, 1], [0, 0{{\]\]}}> : tensor<2x2xi32>
// CHECK: %0 = tosa.const_shape  {values = dense<[1, 1, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %1 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %2 = tosa.pad %arg0, %0, %1 : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x3xf32>

// -----

func.func @pad_value(%a: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %p = arith.constant dense<[[1,1],[0,0]]> : tensor<2x2xi32> %c = arith.constant dense<1.0> : tensor<f32>
  %0 = "tosa.pad"(%a, %p, %c) : (tensor<2x3xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// CHECK-LABEL: @pad_value
// CHECK: %cst = arith.constant dense<{{\[\[}}1, 1], [0, 0{{\]\]}}> : tensor<2x2xi32>
// CHECK: %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %0 = tosa.const_shape  {values = dense<[1, 1, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %1 = tosa.const_shape  {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
// CHECK: %2 = tosa.reshape %cst_0, %1 : (tensor<f32>, !tosa.shape<1>) -> tensor<1xf32>
// CHECK: %3 = tosa.pad %arg0, %0, %2 : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x3xf32>

// -----

func.func @pad_quantised(%a: tensor<2x3xi8>) -> tensor<4x3xi8> {
  %p = arith.constant dense<[[1,1],[0,0]]> : tensor<2x2xi32>
  %0 = "tosa.pad"(%a, %p) {quantization_info = #tosa.pad_quant<input_zp = 5>} : (tensor<2x3xi8>, tensor<2x2xi32>) -> tensor<4x3xi8>
  return %0 : tensor<4x3xi8>
}
// CHECK-LABEL: @pad_quantised
// CHECK: %cst = arith.constant dense<{{\[\[}}1, 1], [0, 0{{\]\]}}> : tensor<2x2xi32>
// CHECK: %0 = tosa.const_shape  {values = dense<[1, 1, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK: %1 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = tosa.pad %arg0, %0, %1 : (tensor<2x3xi8>, !tosa.shape<4>, tensor<1xi8>) -> tensor<4x3xi8>

// -----

func.func @custom(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tosa.custom"(%a) {identifier = "x", config = "y", implementation_attrs = ""} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @custom
// CHECK: %0 = tosa.custom %arg0 {domain_name = "y", implementation_attrs = "", operator_name = "x"} : (tensor<2xf32>) -> tensor<2xf32>

// -----

func.func @apply_scale(%a: i32, %m: i32, %s: i8) -> i32 {
  %0 = "tosa.apply_scale"(%a, %m, %s) {double_round = true} : (i32, i32, i8) -> i32
  return %0 : i32
}
// CHECK-LABEL: @apply_scale
// CHECK: %0 = tosa.apply_scale %arg0, %arg1, %arg2 {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32

// -----

func.func @apply_scale_string(%a: i32, %m: i32, %s: i8) -> i32 {
  %0 = tosa.apply_scale %a, %m, %s {rounding_mode = "DOUBLE_ROUND"} : (i32, i32, i8) -> i32
  return %0 : i32
}
// CHECK-LABEL: @apply_scale_string
// CHECK: %0 = tosa.apply_scale %arg0, %arg1, %arg2 {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32

// -----

func.func @reduce(%a: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "tosa.reduce_sum"(%a) {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
// CHECK-LABEL: @reduce
// CHECK: %0 = tosa.reduce_sum %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>

// -----

func.func @argmax(%a: tensor<2x3xf32>) -> tensor<2xi32> {
  %0 = "tosa.argmax"(%a) {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
// CHECK-LABEL: @argmax
// CHECK: %0 = tosa.argmax %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>

// -----

func.func @concat(%a: tensor<2x3xf32>) -> tensor<2x6xf32> {
  %0 = "tosa.concat"(%a, %a) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}
// CHECK-LABEL: @concat
// CHECK: %0 = tosa.concat %arg0, %arg0 {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>

// -----

func.func @reverse(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "tosa.reverse"(%a) {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: @reverse
// CHECK: %0 = tosa.reverse %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
