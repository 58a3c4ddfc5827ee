// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// f16 factors are summed in f32, from init, and rounded once; the transposed
// factor is read through its map.
// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: func.func @transposed
// CHECK: %[[SUM:.*]] = linalg.matmul indexing_maps = [#[[LHS]], #[[RHS]], #{{.*}}] ins(%arg0, %arg1 : tensor<4x8xf16>, tensor<16x8xf16>) outs(%arg2 : tensor<4x16xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<4x16xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @transposed(%a: tensor<4x8xf16>, %b: tensor<16x8xf16>, %c: tensor<4x16xf32>) -> tensor<4x16xf16> {
  %0 = dlopt.matmul %a, %b transposed init %c : tensor<4x8xf16>, tensor<16x8xf16>, tensor<4x16xf32> -> tensor<4x16xf16>
  return %0 : tensor<4x16xf16>
}

// -----

// Narrow integers sum in i32 and are read as the op says.
// CHECK-LABEL: func.func @unsigned
// CHECK: linalg.fill ins(%c0_i32 : i32)
// CHECK: linalg.matmul {{.*}}cast = #linalg.type_fn<cast_unsigned>{{.*}} ins(%arg0, %arg1 : tensor<2x3xi8>, tensor<3x?xi8>)
func.func @unsigned(%a: tensor<2x3xi8>, %b: tensor<3x?xi8>) -> tensor<2x?xi32> {
  %0 = dlopt.matmul %a, %b unsigned : tensor<2x3xi8>, tensor<3x?xi8> -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// -----

// tf32 rounds the factors only, on the bits.
// CHECK-LABEL: func.func @tf32
// CHECK-COUNT-2: arith.andi %{{.*}}, %c-8192_i32
// CHECK: linalg.batch_matmul
func.func @tf32(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %0 = dlopt.matmul %a, %b numerics tf32 : tensor<5x2x3xf32>, tensor<5x3x4xf32> -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// A repeated batch dimension is left out of the map, never copied.
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>
// CHECK-LABEL: func.func @repeated_batch
// CHECK: tensor.collapse_shape %arg1 {{\[\[}}0], [1, 2], [3]] : tensor<2x1x?x7xf32> into tensor<2x?x7xf32>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[RHS]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
func.func @repeated_batch(%a: tensor<2x8x3x?xf32>, %b: tensor<2x1x?x7xf32>) -> tensor<2x8x3x7xf32> {
  %0 = dlopt.matmul %a, %b : tensor<2x8x3x?xf32>, tensor<2x1x?x7xf32> -> tensor<2x8x3x7xf32>
  return %0 : tensor<2x8x3x7xf32>
}

// -----

// Types of one width have no single conversion in linalg: done before.
// CHECK-LABEL: func.func @bf16_in_f16
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: linalg.matmul ins(%{{.*}}, %arg1 : tensor<2x3xf16>, tensor<3x4xf16>)
func.func @bf16_in_f16(%a: tensor<2x3xbf16>, %b: tensor<3x4xf16>) -> tensor<2x4xf16> {
  %0 = dlopt.matmul %a, %b accumulate f16 : tensor<2x3xbf16>, tensor<3x4xf16> -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}
