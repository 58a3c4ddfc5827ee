// RUN: dlopt-opt %s -dlopt-cpu-unmark-functions | FileCheck %s

// CHECK-LABEL: func.func @marked(
// CHECK-SAME: %arg0: memref<4xf32> {llvm.noalias}, %arg1: i32)
func.func @marked(%a: memref<4xf32> {bufferization.writable = false, llvm.noalias},
                  %b: i32 {tt.divisibility = 16 : i32}) {
  return
}
