// Between tensors and buffers.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @to_memref(%a: tensor<8xf32>) -> memref<8xf32> {
  %0 = bufferization.to_memref %a : memref<8xf32>
  return %0 : memref<8xf32>
}
// CHECK-LABEL: @to_memref
// CHECK: %0 = bufferization.to_buffer %arg0 : tensor<8xf32> to memref<8xf32>

// -----

func.func @to_memref_both_types(%a: tensor<8xf32>) -> memref<8xf32> {
  %0 = bufferization.to_memref %a : tensor<8xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}
// CHECK-LABEL: @to_memref_both_types
// CHECK: %0 = bufferization.to_buffer %arg0 : tensor<8xf32> to memref<8xf32>

// -----

func.func @to_tensor(%a: memref<8xf32>) -> tensor<8xf32> {
  %0 = bufferization.to_tensor %a : memref<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: @to_tensor
// CHECK: %0 = bufferization.to_tensor %arg0 : memref<8xf32> to tensor<8xf32>

// -----

func @tensor_load(%a: memref<8xf32>) -> tensor<8xf32> {
  %0 = memref.tensor_load %a : memref<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: @tensor_load
// CHECK: %0 = bufferization.to_tensor %arg0 : memref<8xf32> to tensor<8xf32>

// -----

func @buffer_cast(%a: tensor<8xf32>) -> memref<8xf32> {
  %0 = memref.buffer_cast %a : memref<8xf32>
  return %0 : memref<8xf32>
}
// CHECK-LABEL: @buffer_cast
// CHECK: %0 = bufferization.to_buffer %arg0 : tensor<8xf32> to memref<8xf32>

// -----

func.func @tensor_store(%t: tensor<8xf32>, %a: memref<8xf32>) {
  memref.tensor_store %t, %a : memref<8xf32>
  return
}
// CHECK-LABEL: @tensor_store
// CHECK: bufferization.materialize_in_destination %arg0 in restrict writable %arg1 : (tensor<8xf32>, memref<8xf32>) -> ()

// -----

func @clone(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.clone %a : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
// CHECK-LABEL: @clone
// CHECK: %0 = bufferization.clone %arg0 : memref<4xf32> to memref<4xf32>

// -----

!rows = memref<2x3xf32, strided<[4, 1]>>
func.func @type_alias(%a: !rows) -> tensor<2x3xf32> {
  %0 = bufferization.to_tensor %a : !rows
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: @type_alias
// CHECK: %0 = bufferization.to_tensor %arg0 : memref<2x3xf32, strided<[4, 1]>> to tensor<2x3xf32>
