// Named operations that were folded into others.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @matmul_b(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %c: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = linalg.matmul_transpose_b ins(%a, %b : tensor<2x3xf32>, tensor<4x3xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: #map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: @matmul_b
// CHECK: %0 = linalg.matmul indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<4x3xf32>) outs(%arg2 : tensor<2x4xf32>) -> tensor<2x4xf32>

// -----

func.func @batch_b(%a: tensor<1x2x3xf32>, %b: tensor<1x4x3xf32>, %c: tensor<1x2x4xf32>) -> tensor<1x2x4xf32> {
  %0 = linalg.batch_matmul_transpose_b ins(%a, %b : tensor<1x2x3xf32>, tensor<1x4x3xf32>) outs(%c : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}
// CHECK: #map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK: #map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK: #map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: @batch_b
// CHECK: %0 = linalg.batch_matmul indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : tensor<1x2x3xf32>, tensor<1x4x3xf32>) outs(%arg2 : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>

// -----

func.func @matmul_a(%a: tensor<3x2xf32>, %b: tensor<3x4xf32>, %c: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = linalg.matmul_transpose_a ins(%a, %b : tensor<3x2xf32>, tensor<3x4xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
func.func @batch_a(%a: tensor<5x3x2xf32>, %b: tensor<5x3x4xf32>, %c: tensor<5x2x4xf32>) -> tensor<5x2x4xf32> {
  %0 = linalg.batch_matmul_transpose_a ins(%a, %b : tensor<5x3x2xf32>, tensor<5x3x4xf32>) outs(%c : tensor<5x2x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}
// CHECK: #map = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK: #map3 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
// CHECK: #map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK: #map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: @matmul_a
// CHECK: %0 = linalg.matmul indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : tensor<3x2xf32>, tensor<3x4xf32>) outs(%arg2 : tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-LABEL: @batch_a
// CHECK: %0 = linalg.batch_matmul indexing_maps = [#map3, #map4, #map5] ins(%arg0, %arg1 : tensor<5x3x2xf32>, tensor<5x3x4xf32>) outs(%arg2 : tensor<5x2x4xf32>) -> tensor<5x2x4xf32>

// -----

func.func @cast(%a: tensor<2x3xi8>, %b: tensor<4x3xi8>, %c: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = linalg.matmul_transpose_b {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<2x3xi8>, tensor<4x3xi8>) outs(%c : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: #map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: @cast
// CHECK: %0 = linalg.matmul indexing_maps = [#map, #map1, #map2] {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<2x3xi8>, tensor<4x3xi8>) outs(%arg2 : tensor<2x4xi32>) -> tensor<2x4xi32>

// -----

func.func @generic(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %c: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "linalg.matmul_transpose_b"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  }) {linalg.memoized_indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]} : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: #map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: @generic
// CHECK: %0 = linalg.matmul indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<4x3xf32>) outs(%arg2 : tensor<2x4xf32>) -> tensor<2x4xf32>

// -----

func.func @unsigned(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %c: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = linalg.matmul_unsigned ins(%a, %b : tensor<2x3xi8>, tensor<3x4xi8>) outs(%c : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
// CHECK-LABEL: @unsigned
// CHECK: %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<2x3xi8>, tensor<3x4xi8>) outs(%arg2 : tensor<2x4xi32>) -> tensor<2x4xi32>

// -----

func.func @unary(%a: tensor<3xf32>, %c: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.elemwise_unary {fun = #linalg.unary_fn<exp>} ins(%a : tensor<3xf32>) outs(%c : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// CHECK-LABEL: @unary
// CHECK: %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%arg0 : tensor<3xf32>) outs(%arg1 : tensor<3xf32>) -> tensor<3xf32>

// -----

func.func @binary(%a: tensor<3xf32>, %c: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.elemwise_binary {fun = #linalg.binary_fn<mul>} ins(%a, %a : tensor<3xf32>, tensor<3xf32>) outs(%c : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// CHECK-LABEL: @binary
// CHECK: %0 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%arg0, %arg0 : tensor<3xf32>, tensor<3xf32>) outs(%arg1 : tensor<3xf32>) -> tensor<3xf32>

// -----

func.func @map(%a: tensor<3xf32>, %c: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.map ins(%a, %a : tensor<3xf32>, tensor<3xf32>) outs(%c : tensor<3xf32>) (%x: f32, %y: f32) {
  %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32 }
  return %0 : tensor<3xf32>
}
// CHECK-LABEL: @map
// CHECK: %mapped = linalg.map { arith.addf } ins(%arg0, %arg0 : tensor<3xf32>, tensor<3xf32>) outs(%arg1 : tensor<3xf32>)

// -----

func @fill(%a: tensor<3xf32>, %c: f32) -> tensor<3xf32> {
  %0 = linalg.fill(%c, %a) : f32, tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// CHECK-LABEL: @fill
// CHECK: %0 = linalg.fill ins(%arg1 : f32) outs(%arg0 : tensor<3xf32>) -> tensor<3xf32>

// -----

func @copy(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.copy(%a, %b) : memref<4xf32>, memref<4xf32>
  return
}
// CHECK-LABEL: @copy
// CHECK: linalg.copy ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>)
