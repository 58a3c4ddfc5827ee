// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @maximum(
func.func @maximum(%x: tensor<1x8x8x3xf32>) {
  // CHECK: dlopt.pool max %{{.*}} dims [1, 2] window [3, 2] strides [2, 2] dilations [1, 2] pad_low [1, 0] pad_high [1, 1] : tensor<1x8x8x3xf32> -> tensor<1x4x4x3xf32>
  %0 = dlopt.pool max %x dims [1, 2] window [3, 2] strides [2, 2] dilations [1, 2] pad_low [1, 0] pad_high [1, 1] : tensor<1x8x8x3xf32> -> tensor<1x4x4x3xf32>
  return
}

// CHECK-LABEL: func @sum(
func.func @sum(%x: tensor<8xf16>, %i: tensor<7xf32>) {
  // CHECK: dlopt.pool add %{{.*}} dims [0] window [2] init %{{.*}} accumulate f64 : tensor<8xf16>, tensor<7xf32> -> tensor<7xf32>
  %0 = dlopt.pool add %x dims [0] window [2] init %i accumulate f64 : tensor<8xf16>, tensor<7xf32> -> tensor<7xf32>
  return
}

// CHECK-LABEL: func @unsigned(
func.func @unsigned(%x: tensor<?x8xi8>) {
  // CHECK: dlopt.pool min %{{.*}} dims [0] window [2] unsigned : tensor<?x8xi8> -> tensor<?x8xi8>
  %0 = dlopt.pool min %x dims [0] window [2] unsigned : tensor<?x8xi8> -> tensor<?x8xi8>
  return
}

// CHECK-LABEL: func @nothing(
func.func @nothing(%x: tensor<4xi1>) {
  // CHECK: dlopt.pool or %{{.*}} dims [] window [] : tensor<4xi1> -> tensor<4xi1>
  %0 = dlopt.pool or %x dims [] window [] : tensor<4xi1> -> tensor<4xi1>
  return
}
