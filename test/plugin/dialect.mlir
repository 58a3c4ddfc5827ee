// A stock mlir-opt reads, checks and prints the dialect.
// UNSUPPORTED: asan
// RUN: mlir-opt %s --load-dialect-plugin=%dlopt_plugin --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @round_trip
// CHECK: dlopt.softmax %{{.*}} dim 1 : tensor<2x?xf16> -> tensor<2x?xf16>
func.func @round_trip(%x: tensor<2x?xf16>) -> tensor<2x?xf16> {
  %0 = dlopt.softmax %x dim 1 : tensor<2x?xf16> -> tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// -----

// The verifiers are those of the plugin, in C.
func.func @refused(%x: tensor<2x4xf16>) -> tensor<2x4xf16> {
  // expected-error@+1 {{dim}}
  %0 = dlopt.softmax %x dim 2 : tensor<2x4xf16> -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}
