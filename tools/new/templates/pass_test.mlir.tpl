// RUN: dlopt-opt %s -split-input-file -pass-pipeline='builtin.module(func.func(${FLAG}))' | FileCheck %s

// ${FILL}: a sentence on what each block proves; one a pattern, and one that is
// left alone for each refusal.

// CHECK-LABEL: func.func @plain
// CHECK: return
func.func @plain() {
  return
}
