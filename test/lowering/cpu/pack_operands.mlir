// RUN: dlopt-opt %s -dlopt-cpu-pack-operands | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-DAG: #[[TURN:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>

// The transposed side is copied once, of a dynamic size too.
// CHECK-LABEL: func.func @many_rows
// CHECK: %[[ROOM:.*]] = tensor.empty(%{{.*}}) : tensor<32x?xf32>
// CHECK: %[[B:.*]] = linalg.generic {indexing_maps = [#[[TURN]],{{.*}} ins(%arg1 {{.*}} outs(%[[ROOM]]
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[KN]], {{.*}} ins(%arg0, %[[B]] :
func.func @many_rows(%a: tensor<8x32xf32>, %b: tensor<?x32xf32>, %c: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x32xf32>, tensor<?x32xf32>) outs(%c : tensor<8x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// For one row the copy costs as much as the product.
// CHECK-LABEL: func.func @one_row
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @one_row(%a: tensor<1x32xf32>, %b: tensor<64x32xf32>, %c: tensor<1x64xf32>) -> tensor<1x64xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<1x32xf32>, tensor<64x32xf32>) outs(%c : tensor<1x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x64xf32>
  return %0 : tensor<1x64xf32>
}
