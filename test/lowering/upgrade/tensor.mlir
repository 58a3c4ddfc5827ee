// Shapes, and operations that came from linalg.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @expand(%a: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] : tensor<6xf32> into tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: @expand
// CHECK: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1{{\]\]}} output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>

// -----

func.func @expand_scalar(%a: tensor<f32>) -> tensor<1xf32> {
  %0 = tensor.expand_shape %a [] : tensor<f32> into tensor<1xf32>
  return %0 : tensor<1xf32>
}
// CHECK-LABEL: @expand_scalar
// CHECK: %expanded = tensor.expand_shape %arg0 [] output_shape [1] : tensor<f32> into tensor<1xf32>

// -----

func.func @expand_dynamic(%a: tensor<?x6xf32>) -> tensor<?x2x2x3xf32> {
  %0 = tensor.expand_shape %a [[0, 1], [2, 3]] : tensor<?x6xf32> into tensor<?x2x2x3xf32>
  return %0 : tensor<?x2x2x3xf32>
}
// CHECK-LABEL: @expand_dynamic
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = tensor.dim %arg0, %c0 : tensor<?x6xf32>
// CHECK: %c2 = arith.constant 2 : index
// CHECK: %0 = arith.divui %dim, %c2 : index
// CHECK: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2, 3{{\]\]}} output_shape [%0, 2, 2, 3] : tensor<?x6xf32> into tensor<?x2x2x3xf32>

// -----

func.func @expand_generic(%a: tensor<?x6xf32>) -> tensor<?x2x2x3xf32> {
  %0 = "tensor.expand_shape"(%a) {reassociation = [[0, 1], [2, 3]]} : (tensor<?x6xf32>) -> tensor<?x2x2x3xf32>
  return %0 : tensor<?x2x2x3xf32>
}
// CHECK-LABEL: @expand_generic
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = tensor.dim %arg0, %c0 : tensor<?x6xf32>
// CHECK: %c2 = arith.constant 2 : index
// CHECK: %0 = arith.divui %dim, %c2 : index
// CHECK: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2, 3{{\]\]}} output_shape [%0, 2, 2, 3] : tensor<?x6xf32> into tensor<?x2x2x3xf32>

// -----

func.func @expand_memref(%a: memref<6xf32>) -> memref<2x3xf32> {
  %0 = memref.expand_shape %a [[0, 1]] : memref<6xf32> into memref<2x3xf32>
  return %0 : memref<2x3xf32>
}
// CHECK-LABEL: @expand_memref
// CHECK: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1{{\]\]}} output_shape [2, 3] : memref<6xf32> into memref<2x3xf32>

// -----

func.func @empty(%n: index) -> tensor<?x3xf32> {
  %0 = linalg.init_tensor [%n, 3] : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
// CHECK-LABEL: @empty
// CHECK: %0 = tensor.empty(%arg0) : tensor<?x3xf32>

// -----

func @pad(%a: tensor<3xf32>, %c: f32) -> tensor<5xf32> {
  %0 = linalg.pad_tensor %a low[1] high[1] { ^bb0(%i: index): linalg.yield %c : f32 } : tensor<3xf32> to tensor<5xf32>
  return %0 : tensor<5xf32>
}
// CHECK-LABEL: @pad
// CHECK: %padded = tensor.pad %arg0 low[1] high[1] {
// CHECK: tensor.yield %arg1 : f32
// CHECK: } : tensor<3xf32> to tensor<5xf32>

// -----

func @collapse(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = linalg.tensor_collapse_shape %a [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}
// CHECK-LABEL: @collapse
// CHECK: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1{{\]\]}} : tensor<2x3xf32> into tensor<6xf32>

// -----

func.func @pack(%a: tensor<8x8xf32>, %c: tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  %0 = tensor.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %c : tensor<8x8xf32> -> tensor<2x2x4x4xf32>
  return %0 : tensor<2x2x4x4xf32>
}
// CHECK-LABEL: @pack
// CHECK: %pack = linalg.pack %arg0 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %arg1 : tensor<8x8xf32> -> tensor<2x2x4x4xf32>

// -----

func.func @unpack(%a: tensor<8x8xf32>, %c: tensor<2x2x4x4xf32>) -> tensor<8x8xf32> {
  %0 = tensor.unpack %c inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %a : tensor<2x2x4x4xf32> -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// CHECK-LABEL: @unpack
// CHECK: %unpack = linalg.unpack %arg1 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %arg0 : tensor<2x2x4x4xf32> -> tensor<8x8xf32>
