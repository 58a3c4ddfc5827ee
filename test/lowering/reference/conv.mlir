// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// Zero padding, then linalg's convolution of that layout.
// CHECK-LABEL: func.func @named
// CHECK: tensor.pad %arg0 low[0, 1, 0, 0] high[0, 1, 2, 0]
// CHECK: linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} {{.*}} outs(%{{.*}} : tensor<1x4x4x5xf32>)
// CHECK: arith.truncf
func.func @named(%x: tensor<1x8x8x3xf16>, %w: tensor<3x3x3x5xf16>) -> tensor<1x4x4x5xf16> {
  %0 = dlopt.conv %x, %w layouts ["nhwc", "hwcf", "nhwf"] strides [2, 2] pad_low [1, 0] pad_high [1, 2]
      : tensor<1x8x8x3xf16>, tensor<3x3x3x5xf16> -> tensor<1x4x4x5xf16>
  return %0 : tensor<1x4x4x5xf16>
}

// -----

// Depthwise, the bias as the initial value.
// CHECK-LABEL: func.func @depthwise
// CHECK: linalg.depthwise_conv_1d_ncw_cw {{.*}} outs(%arg2 : tensor<?x8x28xi32>)
func.func @depthwise(%x: tensor<?x8x30xi8>, %w: tensor<8x3xi8>, %bias: tensor<?x8x28xi32>) -> tensor<?x8x28xi32> {
  %0 = dlopt.conv %x, %w layouts ["ngw", "gw", "ngw"] init %bias
      : tensor<?x8x30xi8>, tensor<8x3xi8>, tensor<?x8x28xi32> -> tensor<?x8x28xi32>
  return %0 : tensor<?x8x28xi32>
}

// -----

// A layout that linalg has no name for: the map says it all.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d3, d0 * 3 + d4 * 2, d2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4)>
// CHECK-LABEL: func.func @generic
// CHECK: linalg.generic {indexing_maps = [#[[X]], #[[W]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
func.func @generic(%x: tensor<4x11x2xf32>, %w: tensor<6x4x3xf32>) -> tensor<3x6x2xf32> {
  %0 = dlopt.conv %x, %w layouts ["cwn", "fcw", "wfn"] strides [3] dilations [2]
      : tensor<4x11x2xf32>, tensor<6x4x3xf32> -> tensor<3x6x2xf32>
  return %0 : tensor<3x6x2xf32>
}

// -----

// A window larger than the input has no position.
// CHECK-LABEL: func.func @empty
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<1x0x6xf32>
// CHECK-NEXT: return %[[EMPTY]]
func.func @empty(%x: tensor<1x2x4xf32>, %w: tensor<9x4x6xf32>) -> tensor<1x0x6xf32> {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] strides [5]
      : tensor<1x2x4xf32>, tensor<9x4x6xf32> -> tensor<1x0x6xf32>
  return %0 : tensor<1x0x6xf32>
}

// -----

// The number of positions of dynamic sizes never turns negative.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0, %c1
// CHECK: %[[WINDOW:.*]] = tensor.dim %arg1, %c0
// CHECK: arith.maxsi %{{.*}}, %c0
// CHECK: arith.divsi %{{.*}}, %c2
func.func @dynamic(%x: tensor<1x?x4xf32>, %w: tensor<?x4x6xf32>) -> tensor<1x?x6xf32> {
  %0 = dlopt.conv %x, %w layouts ["nwc", "wcf", "nwf"] strides [2]
      : tensor<1x?x4xf32>, tensor<?x4x6xf32> -> tensor<1x?x6xf32>
  return %0 : tensor<1x?x6xf32>
}
