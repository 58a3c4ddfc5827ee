// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @plain(
func.func @plain(%x: tensor<4x8xf16>) {
  // CHECK: dlopt.layer_norm %{{.*}} axis 0 epsilon 0.000000e+00 : tensor<4x8xf16> -> tensor<4x8xf16>
  %0 = dlopt.layer_norm %x axis 0 epsilon 0.000000e+00 : tensor<4x8xf16> -> tensor<4x8xf16>
  return
}

// CHECK-LABEL: func @scale_only(
func.func @scale_only(%x: tensor<4x8xf16>, %g: tensor<8xf32>) {
  // CHECK: dlopt.layer_norm %{{.*}} scale %{{.*}} axis 1 epsilon 1.000000e-05 : tensor<4x8xf16>, tensor<8xf32> -> tensor<4x8xf16>
  %0 = dlopt.layer_norm %x scale %g axis 1 epsilon 1.000000e-05 : tensor<4x8xf16>, tensor<8xf32> -> tensor<4x8xf16>
  return
}

// CHECK-LABEL: func @bias_only(
func.func @bias_only(%x: tensor<4x8xf16>, %b: tensor<8xf32>) {
  // CHECK: dlopt.layer_norm %{{.*}} bias %{{.*}} axis 1 epsilon 1.000000e-05 : tensor<4x8xf16>, tensor<8xf32> -> tensor<4x8xf16>
  %0 = dlopt.layer_norm %x bias %b axis 1 epsilon 1.000000e-05 : tensor<4x8xf16>, tensor<8xf32> -> tensor<4x8xf16>
  return
}

// CHECK-LABEL: func @both(
func.func @both(%x: tensor<?x?x8xf16>, %g: tensor<?x8xf16>, %b: tensor<?x8xf32>) {
  // CHECK: dlopt.layer_norm %{{.*}} scale %{{.*}} bias %{{.*}} axis 1 epsilon 1.000000e-05 : tensor<?x?x8xf16>, tensor<?x8xf16>, tensor<?x8xf32> -> tensor<?x?x8xf32>
  %0 = dlopt.layer_norm %x scale %g bias %b axis 1 epsilon 1.000000e-05 : tensor<?x?x8xf16>, tensor<?x8xf16>, tensor<?x8xf32> -> tensor<?x?x8xf32>
  return
}
