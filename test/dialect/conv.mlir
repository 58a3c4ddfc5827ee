// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @nchw(
func.func @nchw(%x: tensor<2x16x9x9xf16>, %w: tensor<32x16x3x3xf16>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["nchw", "fchw", "nfhw"] strides [2, 1] dilations [1, 2] pad_low [1, 0] pad_high [0, 2] : tensor<2x16x9x9xf16>, tensor<32x16x3x3xf16> -> tensor<2x32x4x7xf16>
  %0 = dlopt.conv %x, %w layouts ["nchw", "fchw", "nfhw"] strides [2, 1] dilations [1, 2] pad_low [1, 0] pad_high [0, 2] : tensor<2x16x9x9xf16>, tensor<32x16x3x3xf16> -> tensor<2x32x4x7xf16>
  return
}

// CHECK-LABEL: func @all_clauses(
func.func @all_clauses(%x: tensor<2x9x16xf32>, %w: tensor<3x16x32xf32>, %c: tensor<2x7x32xf32>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["nwc", "wcf", "nwf"] init %{{.*}} accumulate f32 numerics tf32 : tensor<2x9x16xf32>, tensor<3x16x32xf32>, tensor<2x7x32xf32> -> tensor<2x7x32xf32>
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] init %c accumulate f32 numerics tf32 : tensor<2x9x16xf32>, tensor<3x16x32xf32>, tensor<2x7x32xf32> -> tensor<2x7x32xf32>
  return
}

// CHECK-LABEL: func @groups(
func.func @groups(%x: tensor<2x4x8x10xf32>, %w: tensor<4x8x6x3xf32>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["ngcw", "gcfw", "ngfw"] : tensor<2x4x8x10xf32>, tensor<4x8x6x3xf32> -> tensor<2x4x6x8xf32>
  %0 = dlopt.conv %x, %w layouts ["ngcw", "gcfw", "ngfw"] : tensor<2x4x8x10xf32>, tensor<4x8x6x3xf32> -> tensor<2x4x6x8xf32>
  return
}

// CHECK-LABEL: func @depthwise_multiplier(
func.func @depthwise_multiplier(%x: tensor<1x5x5x8xi8>, %w: tensor<3x3x8x2xi8>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["nhwg", "hwgf", "nhwgf"] unsigned : tensor<1x5x5x8xi8>, tensor<3x3x8x2xi8> -> tensor<1x3x3x8x2xi32>
  %0 = dlopt.conv %x, %w layouts ["nhwg", "hwgf", "nhwgf"] unsigned : tensor<1x5x5x8xi8>, tensor<3x3x8x2xi8> -> tensor<1x3x3x8x2xi32>
  return
}

// CHECK-LABEL: func @no_channels_no_batch(
func.func @no_channels_no_batch(%x: tensor<9xf32>, %w: tensor<3xf32>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["w", "w", "w"] : tensor<9xf32>, tensor<3xf32> -> tensor<7xf32>
  %0 = dlopt.conv %x, %w layouts ["w", "w", "w"] : tensor<9xf32>, tensor<3xf32> -> tensor<7xf32>
  return
}

// CHECK-LABEL: func @volumes(
func.func @volumes(%x: tensor<1x4x5x6x2xf32>, %w: tensor<2x2x2x2x3xf32>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["ndhwc", "dhwcf", "ndhwf"] : tensor<1x4x5x6x2xf32>, tensor<2x2x2x2x3xf32> -> tensor<1x3x4x5x3xf32>
  %0 = dlopt.conv %x, %w layouts ["ndhwc", "dhwcf", "ndhwf"] : tensor<1x4x5x6x2xf32>, tensor<2x2x2x2x3xf32> -> tensor<1x3x4x5x3xf32>
  return
}

// CHECK-LABEL: func @spatial_order(
func.func @spatial_order(%x: tensor<4x9xf32>, %w: tensor<2x3xf32>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["hw", "hw", "wh"] strides [1, 2] : tensor<4x9xf32>, tensor<2x3xf32> -> tensor<4x3xf32>
  %0 = dlopt.conv %x, %w layouts ["hw", "hw", "wh"] strides [1, 2] : tensor<4x9xf32>, tensor<2x3xf32> -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x: tensor<?x?x3xf32>, %w: tensor<?x3x4xf32>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["nwc", "wcf", "nwf"] : tensor<?x?x3xf32>, tensor<?x3x4xf32> -> tensor<?x?x4xf32>
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] : tensor<?x?x3xf32>, tensor<?x3x4xf32> -> tensor<?x?x4xf32>
  return
}

// CHECK-LABEL: func @window_too_large(
func.func @window_too_large(%x: tensor<1x2x3xf32>, %w: tensor<5x3x4xf32>) {
  // CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["nwc", "wcf", "nwf"] : tensor<1x2x3xf32>, tensor<5x3x4xf32> -> tensor<1x0x4xf32>
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] : tensor<1x2x3xf32>, tensor<5x3x4xf32> -> tensor<1x0x4xf32>
  return
}
