// RUN: dlopt-opt %s -dlopt-reference-to-linalg | FileCheck %s

// ${FILL}: what the op becomes; its numbers are checked by a case in test/cases.

// CHECK-LABEL: func.func @plain
// CHECK: linalg.generic
func.func @plain(%x: tensor<4x?xf16>) -> tensor<4x?xf16> {
  %0 = dlopt.${NAME} %x : tensor<4x?xf16> -> tensor<4x?xf16>
  return %0 : tensor<4x?xf16>
}
