// Element access, broadcasts, combining kinds.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @extractelement(%a: vector<4xf32>, %i: index) -> f32 {
  %0 = vector.extractelement %a[%i : index] : vector<4xf32>
  return %0 : f32
}
// CHECK-LABEL: @extractelement
// CHECK: %0 = vector.extract %arg0[%arg1] : f32 from vector<4xf32>

// -----

func.func @extractelement_0d(%a: vector<f32>) -> f32 {
  %0 = vector.extractelement %a[] : vector<f32>
  return %0 : f32
}
// CHECK-LABEL: @extractelement_0d
// CHECK: %0 = vector.extract %arg0[] : f32 from vector<f32>

// -----

func.func @extractelement_i32(%a: vector<4xf32>, %i: i32) -> f32 {
  %0 = vector.extractelement %a[%i : i32] : vector<4xf32>
  return %0 : f32
}
// CHECK-LABEL: @extractelement_i32
// CHECK: %0 = arith.index_castui %arg1 : i32 to index
// CHECK: %1 = vector.extract %arg0[%0] : f32 from vector<4xf32>

// -----

func.func @insertelement(%a: vector<4xf32>, %i: index, %x: f32) -> vector<4xf32> {
  %0 = vector.insertelement %x, %a[%i : index] : vector<4xf32>
  return %0 : vector<4xf32>
}
// CHECK-LABEL: @insertelement
// CHECK: %0 = vector.insert %arg2, %arg0 [%arg1] : f32 into vector<4xf32>

// -----

func.func @extract(%a: vector<4x2xf32>) -> vector<2xf32> {
  %0 = vector.extract %a[1] : vector<4x2xf32>
  return %0 : vector<2xf32>
}
// CHECK-LABEL: @extract
// CHECK: %0 = vector.extract %arg0[1] : vector<2xf32> from vector<4x2xf32>

// -----

func.func @splat(%a: f32) -> vector<2xf32> {
  %0 = vector.splat %a : vector<2xf32>
  return %0 : vector<2xf32>
}
// CHECK-LABEL: @splat
// CHECK: %0 = vector.broadcast %arg0 : f32 to vector<2xf32>

// -----

func.func @reduction(%a: vector<4xf32>) -> f32 {
  %0 = vector.reduction <maxf>, %a : vector<4xf32> into f32
  return %0 : f32
}
// CHECK-LABEL: @reduction
// CHECK: %0 = vector.reduction <maximumf>, %arg0 : vector<4xf32> into f32

// -----

func @reduction_string(%a: vector<4xf32>) -> f32 {
  %0 = vector.reduction "add", %a : vector<4xf32> into f32
  return %0 : f32
}
// CHECK-LABEL: @reduction_string
// CHECK: %0 = vector.reduction <add>, %arg0 : vector<4xf32> into f32

// -----

#a = affine_map<(d0, d1) -> (d0, d1)>
#b = affine_map<(d0, d1) -> (d1)>
#c = affine_map<(d0, d1) -> (d0)>
func.func @contract(%a: vector<4x2xf32>, %b: vector<2xf32>, %c: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxf>} %a, %b, %c : vector<4x2xf32>, vector<2xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #map1 = affine_map<(d0, d1) -> (d1)>
// CHECK: #map2 = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: @contract
// CHECK: %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maximumf>} %arg0, %arg1, %arg2 : vector<4x2xf32>, vector<2xf32> into vector<4xf32>

// -----

func.func @matrix_multiply(%a: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.matrix_multiply %a, %a {lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return %0 : vector<4xf32>
}
// CHECK-LABEL: @matrix_multiply
// CHECK: %0 = llvm.intr.matrix.multiply %arg0, %arg0 {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>

// -----

func.func @flat_transpose(%a: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.flat_transpose %a {rows = 2 : i32, columns = 2 : i32} : vector<4xf32> -> vector<4xf32>
  return %0 : vector<4xf32>
}
// CHECK-LABEL: @flat_transpose
// CHECK: %0 = llvm.intr.matrix.transpose %arg0 {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>

// -----

func.func @warp(%l: index) {
  vector.warp_execute_on_lane_0(%l)[32] { }
  return
}
// CHECK-LABEL: @warp
// CHECK: gpu.warp_execute_on_lane_0(%arg0)[32] {
