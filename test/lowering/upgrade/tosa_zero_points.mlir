// Zero points and scales that became operands.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @matmul(%a: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %0 = "tosa.matmul"(%a, %a) : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  return %0 : tensor<1x2x2xf32>
}
// CHECK-LABEL: @matmul
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.matmul %arg0, %arg0, %0, %0 : (tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>

// -----

func.func @matmul_quantised(%a: tensor<1x2x2xi8>) -> tensor<1x2x2xi32> {
  %0 = "tosa.matmul"(%a, %a) {quantization_info = #tosa.matmul_quant<a_zp = 1, b_zp = 2>} : (tensor<1x2x2xi8>, tensor<1x2x2xi8>) -> tensor<1x2x2xi32>
  return %0 : tensor<1x2x2xi32>
}
// CHECK-LABEL: @matmul_quantised
// CHECK: %0 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %1 = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = tosa.matmul %arg0, %arg0, %0, %1 : (tensor<1x2x2xi8>, tensor<1x2x2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2xi32>

// -----

func.func @negate(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tosa.negate"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @negate
// CHECK: %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK: %1 = tosa.negate %arg0, %0, %0 : (tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>

// -----

func.func @negate_quantised(%a: tensor<2xi8>) -> tensor<2xi8> {
  %0 = "tosa.negate"(%a) {quantization_info = #tosa.unary_quant<input_zp = 1, output_zp = 2>} : (tensor<2xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
// CHECK-LABEL: @negate_quantised
// CHECK: %0 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %1 = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = tosa.negate %arg0, %0, %1 : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>

// -----

func.func @negate_attributes(%a: tensor<2xi8>) -> tensor<2xi8> {
  %0 = "tosa.negate"(%a) {input1_zp = 1 : i32, output_zp = 2 : i32} : (tensor<2xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
// CHECK-LABEL: @negate_attributes
// CHECK: %0 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %1 = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = tosa.negate %arg0, %0, %1 : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>

// -----

func.func @rescale_lists(%a: tensor<2xi32>) -> tensor<2xi8> {
  %0 = "tosa.rescale"(%a) {double_round = true, input_zp = 0 : i32, output_zp = 3 : i32, multiplier = [1073741824 : i32], shift = [30 : i32], per_channel = false, scale32 = true} : (tensor<2xi32>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
// CHECK-LABEL: @rescale_lists
// CHECK: %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK: %1 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK: %3 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %4 = tosa.rescale %arg0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi8>

// -----

func.func @rescale(%a: tensor<2xi32>) -> tensor<2xi8> {
  %0 = "tosa.rescale"(%a) {double_round = true, input_zp = 0 : i32, output_zp = 3 : i32, multiplier = array<i32: 1073741824>, shift = array<i8: 30>, per_channel = false, scale32 = true} : (tensor<2xi32>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
// CHECK-LABEL: @rescale
// CHECK: %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK: %1 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK: %3 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %4 = tosa.rescale %arg0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi8>

// -----

func.func @rescale_zero_points(%a: tensor<2xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>) -> tensor<2xi8> {
  %0 = "tosa.rescale"(%a, %m, %s) {double_round = true, input_zp = 0 : i32, output_zp = 3 : i32, per_channel = false, scale32 = true, input_unsigned = false, output_unsigned = false} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
// CHECK-LABEL: @rescale_zero_points
// CHECK: %0 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK: %1 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
// CHECK: %2 = tosa.rescale %arg0, %arg1, %arg2, %0, %1 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi8>

// -----

func.func @rescale_string(%a: tensor<2xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>, %z: tensor<1xi32>, %y: tensor<1xi8>) -> tensor<2xi8> {
  %0 = tosa.rescale %a, %m, %s, %z, %y {rounding_mode = "DOUBLE_ROUND", per_channel = false, scale32 = true, input_unsigned = false, output_unsigned = false} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
// CHECK-LABEL: @rescale_string
// CHECK: %0 = tosa.rescale %arg0, %arg1, %arg2, %arg3, %arg4 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi8>
