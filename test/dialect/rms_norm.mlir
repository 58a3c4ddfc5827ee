// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @plain(
func.func @plain(%x: tensor<4x8xf16>) {
  // CHECK: dlopt.rms_norm %{{.*}} axis 1 epsilon 1.000000e-05 : tensor<4x8xf16> -> tensor<4x8xf16>
  %0 = dlopt.rms_norm %x axis 1 epsilon 1.000000e-05 : tensor<4x8xf16> -> tensor<4x8xf16>
  return
}

// CHECK-LABEL: func @scaled(
func.func @scaled(%x: tensor<?x8xbf16>, %g: tensor<8xf32>) {
  // CHECK: dlopt.rms_norm %{{.*}} scale %{{.*}} axis 1 epsilon 1.000000e-05 : tensor<?x8xbf16>, tensor<8xf32> -> tensor<?x8xbf16>
  %0 = dlopt.rms_norm %x scale %g axis 1 epsilon 1.000000e-05 : tensor<?x8xbf16>, tensor<8xf32> -> tensor<?x8xbf16>
  return
}
