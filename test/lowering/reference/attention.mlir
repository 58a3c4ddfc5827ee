// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// Four query heads share a head of keys: they become rows of one product, and
// keys are not repeated.
// CHECK-LABEL: func.func @grouped
// CHECK: tensor.expand_shape %arg0 {{.*}} into tensor<1x2x4x?x64xf16>
// CHECK: tensor.collapse_shape %{{.*}} into tensor<2x?x64xf16>
// CHECK: tensor.collapse_shape %arg1 {{.*}} into tensor<2x?x64xf16>
// CHECK: linalg.batch_matmul {{.*}} -> tensor<2x?x?xf32>
// CHECK: %[[OFFSET:.*]] = arith.subi
// CHECK: arith.select %in{{.*}} : f32
// CHECK: arith.addi %{{.*}}, %[[OFFSET]]
// CHECK: arith.cmpi sgt
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.divf
// CHECK: linalg.batch_matmul
// CHECK: arith.cmpf oeq
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @grouped(%q: tensor<1x8x?x64xf16>, %k: tensor<1x2x?x64xf16>, %v: tensor<1x2x?x64xf16>, %m: tensor<?x?xi1>) -> tensor<1x8x?x64xf16> {
  %0 = dlopt.attention %q, %k, %v mask %m scale 0.125 causal masked_rows zero
      : tensor<1x8x?x64xf16>, tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>, tensor<?x?xi1> -> tensor<1x8x?x64xf16>
  return %0 : tensor<1x8x?x64xf16>
}

// -----

// A float mask with a repeated dimension is added, through its map.
// CHECK-DAG: #[[MASK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func.func @masked
// CHECK: tensor.collapse_shape %arg3 {{.*}} : tensor<4x1x6xf32> into tensor<4x6xf32>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[MASK]], #{{.*}}]
// CHECK: arith.addf
func.func @masked(%q: tensor<4x5x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x3xf32>, %m: tensor<4x1x6xf32>) -> tensor<4x5x3xf32> {
  %0 = dlopt.attention %q, %k, %v mask %m scale 1.0
      : tensor<4x5x8xf32>, tensor<4x6x8xf32>, tensor<4x6x3xf32>, tensor<4x1x6xf32> -> tensor<4x5x3xf32>
  return %0 : tensor<4x5x3xf32>
}
