// RUN: dlopt-opt %s -dlopt-cpu-mark-entries | FileCheck %s

// CHECK-LABEL: func.func @entry
// CHECK-SAME: %arg0: tensor<4xf32> {bufferization.writable = false}, %arg1: index
// CHECK-SAME: llvm.emit_c_interface
func.func @entry(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// Marks that a program brings stay.
// CHECK-LABEL: func.func @lent
// CHECK-SAME: %arg0: tensor<4xf32> {bufferization.writable = true, other.mark}
func.func @lent(%a: tensor<4xf32> {bufferization.writable = true, other.mark}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// No host calls a private function.
// CHECK-LABEL: func.func private @inner
// CHECK-NOT: writable
// CHECK-NOT: emit_c_interface
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// CHECK-LABEL: func.func private @outside(tensor<*xf32> {bufferization.access = "read"})
func.func private @outside(tensor<*xf32>)
