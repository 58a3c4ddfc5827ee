// RUN: dlopt-opt %s --pass-pipeline='builtin.module(func.func(dlopt-fusion-split-reductions))' | FileCheck %s

// Columns: 512 CTAs of 256 columns would be needed; there are 16. What comes
// before joins the first reduction.
// CHECK-LABEL: @columns
// CHECK-SAME: (%[[X:.*]]: tensor<16384x4096xf16>, %[[S:.*]]: tensor<4096xf16>)
// CHECK: %[[E:.*]] = tensor.expand_shape %[[X]] {{\[}}[0, 1], [2]] output_shape [32, 512, 4096]
// CHECK: %[[M:.*]] = dlopt.map %[[E]], %[[S]] dims {{\[}}[0, 1, 2], [2]] : (tensor<32x512x4096xf16>, tensor<4096xf16>) -> tensor<32x512x4096xf16>
// CHECK: %[[P:.*]] = dlopt.reduce add %[[M]] dims [1] accumulate f32 : tensor<32x512x4096xf16> -> tensor<32x4096xf32>
// CHECK: %[[R:.*]] = dlopt.reduce add %[[P]] dims [0] accumulate f32 : tensor<32x4096xf32> -> tensor<4096xf16>
// CHECK: return %[[R]]
func.func @columns(%x: tensor<16384x4096xf16>, %s: tensor<4096xf16>) -> tensor<4096xf16> {
  %0 = dlopt.map %x, %s dims [[0, 1], [1]] : (tensor<16384x4096xf16>, tensor<4096xf16>) -> tensor<16384x4096xf16> {
  ^bb0(%a: f16, %b: f16):
    %1 = arith.mulf %a, %b : f16
    dlopt.yield %1 : f16
  }
  %2 = dlopt.reduce add %0 dims [0] : tensor<16384x4096xf16> -> tensor<4096xf16>
  return %2 : tensor<4096xf16>
}

// All of it: the parts' results are one row. An init takes part once.
// CHECK-LABEL: @all
// CHECK: dlopt.reduce max {{.*}} dims [1, 2] accumulate i32 unsigned : tensor<512x2x65536xi32> -> tensor<512xi32>
// CHECK: dlopt.reduce max {{.*}} dims [0] init %{{.*}} accumulate i32 unsigned : tensor<512xi32>, tensor<i32> -> tensor<i32>
func.func @all(%x: tensor<1024x65536xi32>, %i: tensor<i32>) -> tensor<i32> {
  %0 = dlopt.reduce max %x dims [0, 1] init %i unsigned : tensor<1024x65536xi32>, tensor<i32> -> tensor<i32>
  return %0 : tensor<i32>
}

// Rows: parts lie behind what is kept.
// CHECK-LABEL: @rows
// CHECK: dlopt.reduce add {{.*}} dims [2] accumulate f32 : tensor<4x128x8192xf32> -> tensor<4x128xf32>
// CHECK: dlopt.reduce add {{.*}} dims [1] accumulate f32 : tensor<4x128xf32> -> tensor<4xf32>
func.func @rows(%x: tensor<4x1048576xf32>) -> tensor<4xf32> {
  %0 = dlopt.reduce add %x dims [1] : tensor<4x1048576xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A map that asks where it is stays whole; so does one that others read.
// CHECK-LABEL: @index
// CHECK: dlopt.map
// CHECK: tensor.expand_shape
func.func @index(%x: tensor<16384x4096xf32>) -> tensor<4096xf32> {
  %0 = dlopt.map %x : (tensor<16384x4096xf32>) -> tensor<16384x4096xf32> {
  ^bb0(%a: f32):
    %i = dlopt.index 0 : index
    %1 = arith.index_cast %i : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  %4 = dlopt.reduce add %0 dims [0] : tensor<16384x4096xf32> -> tensor<4096xf32>
  return %4 : tensor<4096xf32>
}

// CHECK-LABEL: @two_users
// CHECK: %[[M:.*]] = dlopt.cast
// CHECK: tensor.expand_shape %[[M]]
func.func @two_users(%x: tensor<16384x4096xf16>) -> (tensor<4096xf32>, tensor<16384x4096xf32>) {
  %0 = dlopt.cast %x : tensor<16384x4096xf16> to tensor<16384x4096xf32>
  %1 = dlopt.reduce add %0 dims [0] : tensor<16384x4096xf32> -> tensor<4096xf32>
  return %1, %0 : tensor<4096xf32>, tensor<16384x4096xf32>
}

// Left alone: enough rows; short rows; open sizes; no divisor; nothing in it.
// CHECK-LABEL: @alone
// CHECK-NOT: expand_shape
func.func @alone(%a: tensor<600x65536xf32>, %b: tensor<4x512xf32>, %c: tensor<?x4096xf32>,
                 %d: tensor<16381x4096xf32>, %e: tensor<0x4096xf32>)
    -> (tensor<600xf32>, tensor<4xf32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>) {
  %0 = dlopt.reduce add %a dims [1] : tensor<600x65536xf32> -> tensor<600xf32>
  %1 = dlopt.reduce add %b dims [1] : tensor<4x512xf32> -> tensor<4xf32>
  %2 = dlopt.reduce add %c dims [0] : tensor<?x4096xf32> -> tensor<4096xf32>
  %3 = dlopt.reduce add %d dims [0] : tensor<16381x4096xf32> -> tensor<4096xf32>
  %4 = dlopt.reduce add %e dims [0] : tensor<0x4096xf32> -> tensor<4096xf32>
  return %0, %1, %2, %3, %4 : tensor<600xf32>, tensor<4xf32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>
}
