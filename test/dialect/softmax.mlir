// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @plain(
func.func @plain(%x: tensor<4x8xf16>) {
  // CHECK: dlopt.softmax %{{.*}} dim 0 : tensor<4x8xf16> -> tensor<4x8xf32>
  %0 = dlopt.softmax %x dim 0 : tensor<4x8xf16> -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func @masked(
func.func @masked(%x: tensor<4x?xf16>) {
  // CHECK: dlopt.softmax %{{.*}} dim 1 masked_rows zero : tensor<4x?xf16> -> tensor<4x?xf16>
  %0 = dlopt.softmax %x dim 1 masked_rows zero : tensor<4x?xf16> -> tensor<4x?xf16>
  return
}

// CHECK-LABEL: func @default_masked(
func.func @default_masked(%x: tensor<4x?xf16>) {
  // CHECK: dlopt.softmax %{{.*}} dim 1 : tensor
  %0 = dlopt.softmax %x dim 1 masked_rows nan : tensor<4x?xf16> -> tensor<4x?xf16>
  return
}

// CHECK-LABEL: func @logarithm(
func.func @logarithm(%x: tensor<4x0xf64>) {
  // CHECK: dlopt.softmax %{{.*}} dim 1 log : tensor<4x0xf64> -> tensor<4x0xf64>
  %0 = dlopt.softmax %x dim 1 log : tensor<4x0xf64> -> tensor<4x0xf64>
  return
}
