// RUN: dlopt-opt %s -dlopt-cpu-unmark-functions | FileCheck %s

// CHECK-LABEL: func.func @marked(
// CHECK-SAME: %arg0: memref<4xf32> {llvm.noalias}, %arg1: i32) -> i32 {
// CHECK: call @outside(%arg0) {arg_attrs = [{llvm.nonnull}]}
func.func @marked(%a: memref<4xf32> {bufferization.writable = false, llvm.noalias},
                  %b: i32 {tt.divisibility = 16 : i32}) -> (i32 {ml_program.identifier = "r"}) {
  call @outside(%a) {arg_attrs = [{llvm.nonnull, other.mark}]} : (memref<4xf32>) -> ()
  return %b : i32
}
// CHECK: func.func private @outside(memref<4xf32>)
func.func private @outside(memref<4xf32> {bufferization.access = "read"})

// What is said of a whole function stays.
// CHECK-LABEL: func.func @left_alone(%arg0: i32 {llvm.noundef}) attributes {other.mark}
func.func @left_alone(%a: i32 {llvm.noundef}) attributes {other.mark} {
  return
}
