// RUN: dlopt-opt %s --dlopt-import-from-linalg --split-input-file | FileCheck %s

// A pad of zeros used once folds in; the start from zero goes.
// CHECK-LABEL: @padded(
// CHECK-NOT: tensor.pad
// CHECK: dlopt.conv %arg0, %arg1 layouts ["nhwc", "hwcf", "nhwf"] strides [2, 1] dilations [1, 2] pad_low [1, 0] pad_high [2, 3]
// CHECK-SAME: : tensor<1x10x10x3xf32>, tensor<3x3x3x16xf32> -> tensor<1x6x9x16xf32>
func.func @padded(%x: tensor<1x10x10x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x6x9x16xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 0, 0] high[0, 2, 3, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x10x10x3xf32> to tensor<1x13x13x3xf32>
  %e = tensor.empty() : tensor<1x6x9x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x9x16xf32>) -> tensor<1x6x9x16xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%p, %w : tensor<1x13x13x3xf32>, tensor<3x3x3x16xf32>) outs(%f : tensor<1x6x9x16xf32>) -> tensor<1x6x9x16xf32>
  return %0 : tensor<1x6x9x16xf32>
}

// -----

// Padding by other than +0.0, of channels, or used twice stays.
// CHECK-LABEL: @pads_that_stay(
// CHECK-COUNT-3: tensor.pad
// CHECK-NOT: pad_low
func.func @pads_that_stay(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>, %w4: tensor<3x4x4xf32>, %c: tensor<1x8x4xf32>)
    -> (tensor<1x8x4xf32>, tensor<1x8x4xf32>, tensor<1x8x4xf32>, tensor<1x10x3xf32>) {
  %n = arith.constant -0.0 : f32
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index):
    tensor.yield %n : f32
  } : tensor<1x8x3xf32> to tensor<1x10x3xf32>
  %0 = linalg.conv_1d_nwc_wcf ins(%p, %w : tensor<1x10x3xf32>, tensor<3x3x4xf32>) outs(%c : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %q = tensor.pad %x low[0, 1, 1] high[0, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x8x3xf32> to tensor<1x10x4xf32>
  %1 = linalg.conv_1d_nwc_wcf ins(%q, %w4 : tensor<1x10x4xf32>, tensor<3x4x4xf32>) outs(%c : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %r = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x8x3xf32> to tensor<1x10x3xf32>
  %2 = linalg.conv_1d_nwc_wcf ins(%r, %w : tensor<1x10x3xf32>, tensor<3x3x4xf32>) outs(%c : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  return %0, %1, %2, %r : tensor<1x8x4xf32>, tensor<1x8x4xf32>, tensor<1x8x4xf32>, tensor<1x10x3xf32>
}

// -----

// Every layout upstream names: the letters come from the indexing maps.
// CHECK-LABEL: @layouts(
// CHECK: layouts ["w", "w", "w"] init
// CHECK: layouts ["hw", "hw", "hw"] init
// CHECK: layouts ["nwc", "wcf", "nwf"] init
// CHECK: layouts ["ncw", "fcw", "nfw"] init
// CHECK: layouts ["nhwc", "fhwc", "nhwf"] init
// CHECK: layouts ["nchw", "fchw", "nfhw"] init
// CHECK: layouts ["ngchw", "gfchw", "ngfhw"] init
// CHECK: layouts ["ngchw", "fgchw", "ngfhw"] init
// CHECK: layouts ["nhwgc", "gfhwc", "nhwgf"] init
// CHECK: layouts ["ndhwc", "dhwcf", "ndhwf"] init
func.func @layouts(%a: tensor<8xf16>, %b: tensor<3xf16>, %c: tensor<6xf32>,
                   %d: tensor<8x8xf16>, %e: tensor<3x3xf16>, %f: tensor<6x6xf32>,
                   %g: tensor<2x8x4xf16>, %h: tensor<3x4x5xf16>, %i: tensor<2x6x5xf32>,
                   %j: tensor<2x4x8xf16>, %k: tensor<5x4x3xf16>, %l: tensor<2x5x6xf32>,
                   %m: tensor<2x8x8x4xf16>, %n: tensor<5x3x3x4xf16>, %o: tensor<2x6x6x5xf32>,
                   %p: tensor<2x4x8x8xf16>, %q: tensor<5x4x3x3xf16>, %r: tensor<2x5x6x6xf32>,
                   %s: tensor<2x2x4x8x8xf16>, %t: tensor<2x5x4x3x3xf16>, %t2: tensor<5x2x4x3x3xf16>, %u: tensor<2x2x5x6x6xf32>,
                   %v: tensor<2x8x8x2x4xf16>, %w: tensor<2x5x3x3x4xf16>, %x: tensor<2x6x6x2x5xf32>,
                   %y: tensor<2x8x8x8x4xf16>, %z: tensor<3x3x3x4x5xf16>, %zz: tensor<2x6x6x6x5xf32>)
    -> (tensor<6xf32>, tensor<6x6xf32>, tensor<2x6x5xf32>, tensor<2x5x6xf32>, tensor<2x6x6x5xf32>, tensor<2x5x6x6xf32>,
        tensor<2x2x5x6x6xf32>, tensor<2x2x5x6x6xf32>, tensor<2x6x6x2x5xf32>, tensor<2x6x6x6x5xf32>) {
  %0 = linalg.conv_1d ins(%a, %b : tensor<8xf16>, tensor<3xf16>) outs(%c : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.conv_2d ins(%d, %e : tensor<8x8xf16>, tensor<3x3xf16>) outs(%f : tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = linalg.conv_1d_nwc_wcf ins(%g, %h : tensor<2x8x4xf16>, tensor<3x4x5xf16>) outs(%i : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %3 = linalg.conv_1d_ncw_fcw ins(%j, %k : tensor<2x4x8xf16>, tensor<5x4x3xf16>) outs(%l : tensor<2x5x6xf32>) -> tensor<2x5x6xf32>
  %4 = linalg.conv_2d_nhwc_fhwc ins(%m, %n : tensor<2x8x8x4xf16>, tensor<5x3x3x4xf16>) outs(%o : tensor<2x6x6x5xf32>) -> tensor<2x6x6x5xf32>
  %5 = linalg.conv_2d_nchw_fchw ins(%p, %q : tensor<2x4x8x8xf16>, tensor<5x4x3x3xf16>) outs(%r : tensor<2x5x6x6xf32>) -> tensor<2x5x6x6xf32>
  %6 = linalg.conv_2d_ngchw_gfchw ins(%s, %t : tensor<2x2x4x8x8xf16>, tensor<2x5x4x3x3xf16>) outs(%u : tensor<2x2x5x6x6xf32>) -> tensor<2x2x5x6x6xf32>
  %7 = linalg.conv_2d_ngchw_fgchw ins(%s, %t2 : tensor<2x2x4x8x8xf16>, tensor<5x2x4x3x3xf16>) outs(%u : tensor<2x2x5x6x6xf32>) -> tensor<2x2x5x6x6xf32>
  %8 = linalg.conv_2d_nhwgc_gfhwc ins(%v, %w : tensor<2x8x8x2x4xf16>, tensor<2x5x3x3x4xf16>) outs(%x : tensor<2x6x6x2x5xf32>) -> tensor<2x6x6x2x5xf32>
  %9 = linalg.conv_3d_ndhwc_dhwcf ins(%y, %z : tensor<2x8x8x8x4xf16>, tensor<3x3x3x4x5xf16>) outs(%zz : tensor<2x6x6x6x5xf32>) -> tensor<2x6x6x6x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9
      : tensor<6xf32>, tensor<6x6xf32>, tensor<2x6x5xf32>, tensor<2x5x6xf32>, tensor<2x6x6x5xf32>, tensor<2x5x6x6xf32>,
        tensor<2x2x5x6x6xf32>, tensor<2x2x5x6x6xf32>, tensor<2x6x6x2x5xf32>, tensor<2x6x6x6x5xf32>
}

// -----

// Depthwise: the channel is the group, a multiplier is the group's output channel.
// CHECK-LABEL: @depthwise(
// CHECK: layouts ["nhwg", "hwg", "nhwg"] init
// CHECK: layouts ["nghw", "ghw", "nghw"] init
// CHECK: layouts ["nwg", "wgf", "nwgf"] init
func.func @depthwise(%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4xf32>, %c: tensor<2x6x6x4xf32>,
                     %d: tensor<2x4x8x8xf32>, %e: tensor<4x3x3xf32>, %f: tensor<2x4x6x6xf32>,
                     %g: tensor<2x8x4xf32>, %h: tensor<3x4x2xf32>, %i: tensor<2x6x4x2xf32>)
    -> (tensor<2x6x6x4xf32>, tensor<2x4x6x6xf32>, tensor<2x6x4x2xf32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b : tensor<2x8x8x4xf32>, tensor<3x3x4xf32>) outs(%c : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %1 = linalg.depthwise_conv_2d_nchw_chw ins(%d, %e : tensor<2x4x8x8xf32>, tensor<4x3x3xf32>) outs(%f : tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
  %2 = linalg.depthwise_conv_1d_nwc_wcm ins(%g, %h : tensor<2x8x4xf32>, tensor<3x4x2xf32>) outs(%i : tensor<2x6x4x2xf32>) -> tensor<2x6x4x2xf32>
  return %0, %1, %2 : tensor<2x6x6x4xf32>, tensor<2x4x6x6xf32>, tensor<2x6x4x2xf32>
}

// -----

// A generic with dynamic sizes, the filter first.
// CHECK-LABEL: @generic(
// CHECK: dlopt.conv %arg1, %arg0 layouts ["ncw", "fcw", "nfw"] strides [2] init %arg2 : tensor<?x4x?xf32>, tensor<5x4x3xf32>
func.func @generic(%w: tensor<5x4x3xf32>, %x: tensor<?x4x?xf32>, %c: tensor<?x5x?xf32>) -> tensor<?x5x?xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(n, f, o, c, k) -> (f, c, k)>,
                       affine_map<(n, f, o, c, k) -> (n, c, o * 2 + k)>,
                       affine_map<(n, f, o, c, k) -> (n, f, o)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%w, %x : tensor<5x4x3xf32>, tensor<?x4x?xf32>) outs(%c : tensor<?x5x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?x5x?xf32>
  return %0 : tensor<?x5x?xf32>
}
