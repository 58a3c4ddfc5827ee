// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// ${FILL}: every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @plain(
func.func @plain(%x: tensor<4x?xf16>) {
  // CHECK: dlopt.${NAME} %{{.*}} : tensor<4x?xf16> -> tensor<4x?xf16>
  %0 = dlopt.${NAME} %x : tensor<4x?xf16> -> tensor<4x?xf16>
  return
}
