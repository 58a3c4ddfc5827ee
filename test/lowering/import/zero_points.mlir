// RUN: dlopt-opt %s --dlopt-import-from-linalg=remarks --split-input-file --verify-diagnostics | FileCheck %s

// One zero point is subtracted after the sum, which stays one of 8-bit factors;
// a zero point that is zero is none.
// CHECK-LABEL: @matmul(
// CHECK: %[[R:.*]] = dlopt.matmul %arg0, %arg1 init %arg2 : tensor<4x8xi8>, tensor<8x16xi8>, tensor<4x16xi32> -> tensor<4x16xi32>
// CHECK: %[[S:.*]] = dlopt.reduce add %arg1 dims [0] : tensor<8x16xi8> -> tensor<16xi32>
// CHECK: dlopt.map %[[R]], %[[S]] dims {{\[\[}}0, 1], [1]] :
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[B]], %arg3 : i32
// CHECK-NEXT: arith.subi %[[A]], %[[P]] : i32
func.func @matmul(%a: tensor<4x8xi8>, %b: tensor<8x16xi8>, %c: tensor<4x16xi32>, %zp: i32) -> tensor<4x16xi32> {
  %zero = arith.constant 0 : i32
  %0 = linalg.quantized_matmul ins(%a, %b, %zp, %zero : tensor<4x8xi8>, tensor<8x16xi8>, i32, i32)
      outs(%c : tensor<4x16xi32>) -> tensor<4x16xi32>
  return %0 : tensor<4x16xi32>
}

// -----

// CHECK-LABEL: @no_zero_points(
// CHECK: dlopt.matmul %arg0, %arg1 init %arg2
// CHECK-NEXT: return
func.func @no_zero_points(%a: tensor<4x8xi8>, %b: tensor<8x16xi8>, %c: tensor<4x16xi32>) -> tensor<4x16xi32> {
  %zero = arith.constant 0 : i32
  %0 = linalg.quantized_matmul ins(%a, %b, %zero, %zero : tensor<4x8xi8>, tensor<8x16xi8>, i32, i32)
      outs(%c : tensor<4x16xi32>) -> tensor<4x16xi32>
  return %0 : tensor<4x16xi32>
}

// -----

// The filter is summed over window and input channels.
// CHECK-LABEL: @conv(
// CHECK: %[[R:.*]] = dlopt.conv %arg0, %arg1 layouts ["nhwc", "fhwc", "nhwf"] init %arg2
// CHECK: %[[S:.*]] = dlopt.reduce add %arg1 dims [1, 2, 3] : tensor<8x3x3x4xi8> -> tensor<8xi32>
// CHECK: dlopt.map %[[R]], %[[S]] dims {{\[\[}}0, 1, 2, 3], [3]] :
func.func @conv(%x: tensor<1x8x8x4xi8>, %w: tensor<8x3x3x4xi8>, %c: tensor<1x6x6x8xi32>, %zp: i32) -> tensor<1x6x6x8xi32> {
  %zero = arith.constant 0 : i32
  %0 = linalg.conv_2d_nhwc_fhwc_q ins(%x, %w, %zp, %zero : tensor<1x8x8x4xi8>, tensor<8x3x3x4xi8>, i32, i32)
      outs(%c : tensor<1x6x6x8xi32>) -> tensor<1x6x6x8xi32>
  return %0 : tensor<1x6x6x8xi32>
}

// -----

// CHECK-LABEL: @both(
// CHECK: linalg.quantized_matmul
func.func @both(%a: tensor<4x8xi8>, %b: tensor<8x16xi8>, %c: tensor<4x16xi32>, %zp: i32) -> tensor<4x16xi32> {
  // expected-remark @below {{both factors have zero points}}
  %0 = linalg.quantized_matmul ins(%a, %b, %zp, %zp : tensor<4x8xi8>, tensor<8x16xi8>, i32, i32)
      outs(%c : tensor<4x16xi32>) -> tensor<4x16xi32>
  return %0 : tensor<4x16xi32>
}

// -----

// CHECK-LABEL: @filter(
// CHECK: linalg.conv_2d_nhwc_hwcf_q
func.func @filter(%x: tensor<1x8x8x4xi8>, %w: tensor<3x3x4x8xi8>, %c: tensor<1x6x6x8xi32>, %zp: i32) -> tensor<1x6x6x8xi32> {
  %zero = arith.constant 0 : i32
  // expected-remark @below {{the factor that a window slides over would have to be summed}}
  %0 = linalg.conv_2d_nhwc_hwcf_q ins(%x, %w, %zero, %zp : tensor<1x8x8x4xi8>, tensor<3x3x4x8xi8>, i32, i32)
      outs(%c : tensor<1x6x6x8xi32>) -> tensor<1x6x6x8xi32>
  return %0 : tensor<1x6x6x8xi32>
}
