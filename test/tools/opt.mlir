// dlopt-opt takes what mlir-opt takes.
// RUN: rm -rf %t && mkdir %t && split-file %s %t
// RUN: %exits 0 dlopt-opt %t/two.mlir --split-input-file --canonicalize -o %t/out.mlir && FileCheck %s < %t/out.mlir
// CHECK: func.func @first
// CHECK: // -----
// CHECK: func.func @second
// RUN: %exits 0 dlopt-opt %t/wrong.mlir --verify-diagnostics
// RUN: %exits 1 dlopt-opt %t/two.mlir --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(none))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %exits 1 dlopt-opt %t/two.mlir --none-such 2>&1 | FileCheck %s --check-prefix=OPTION
// UNKNOWN: 'none' does not refer to a registered pass
// OPTION: Unknown command line argument '--none-such'
// RUN: %exits 1 dlopt-opt %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: wrong.mlir:3:8: error: 'dlopt.softmax' op
// RUN: %exits 0 dlopt-opt %t/two.mlir --split-input-file --mlir-print-ir-after-all --cse -o %t/x 2>&1 | FileCheck %s --check-prefix=AFTER
// AFTER: IR Dump After CSE
// RUN: %exits 0 dlopt-opt %t/two.mlir --split-input-file --mlir-timing --cse -o %t/x 2>&1 | FileCheck %s --check-prefix=TIMING
// TIMING: Execution time report
// RUN: %exits 0 dlopt-opt %t/one.mlir --emit-bytecode -o %t/one.mlirbc
// RUN: %exits 0 dlopt-opt %t/one.mlirbc | FileCheck %s --check-prefix=ONE
// RUN: %exits 0 dlopt-opt - < %t/one.mlir | FileCheck %s --check-prefix=ONE
// RUN: %exits 0 dlopt-opt %t/one.mlir --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// ONE: dlopt.softmax %arg0 dim 1
// GENERIC: "dlopt.softmax"(%arg0)
// RUN: %exits 0 dlopt-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: {{(^|[ ,])}}dlopt{{(,|$)}}
// RUN: %exits 0 dlopt-opt --list-passes | FileCheck %s --check-prefix=PASSES
// PASSES: dlopt-import-from-linalg
// PASSES: dlopt-reference-to-linalg
// RUN: %exits 1 dlopt-opt %t/none.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: cannot open input file {{.*}}none.mlir{{.*}}No such file or directory
// RUN: %exits 1 dlopt-opt %t/one.mlir -o %t/none/x 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: cannot open output file

//--- one.mlir
func.func @one(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = dlopt.softmax %a dim 1 : tensor<2x4xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
//--- two.mlir
func.func @first(%a: f32) -> f32 {
  return %a : f32
}
// -----
func.func @second(%a: f32) -> f32 {
  return %a : f32
}
//--- wrong.mlir
func.func @wrong(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{}}
  %0 = dlopt.softmax %a dim 7 : tensor<2x4xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
