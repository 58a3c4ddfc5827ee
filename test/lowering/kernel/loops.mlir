// Kernels of the loops family: a thread an element, sums in the program's order.
// RUN: dlopt-opt %s -split-input-file -dlopt-kernel-outline -canonicalize -cse | FileCheck %s

// Dynamic sizes are parameters: of the inputs, as only they are needed.
// CHECK-LABEL: func.func @argmax
// CHECK: llvm.call @launch_argmax_1({{.*}}) : (i64, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
// CHECK: gpu.func @argmax_1(
// CHECK-SAME: dlopt.schedule = "element"
// CHECK: scf.if
// CHECK: %[[V:.*]] = llvm.load
// CHECK: %[[P:.*]] = llvm.load
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[V]], %{{.*}} = %[[P]]) -> (f32, i32)
// CHECK-COUNT-1: llvm.load
// CHECK: arith.cmpf ogt
// CHECK: scf.yield
// CHECK-COUNT-2: llvm.store
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @argmax(%x: tensor<?x70xf32>, %v: tensor<?xf32>, %p: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = dlopt.kernel %x, %v, %p name "argmax" : (tensor<?x70xf32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%a: tensor<?x70xf32>, %b: tensor<?xf32>, %c: tensor<?xi32>):
    %1:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<?x70xf32>) outs(%b, %c : tensor<?xf32>, tensor<?xi32>) {
    ^bb0(%in: f32, %best: f32, %at: i32):
      %i = linalg.index 1 : index
      %k = arith.index_cast %i : index to i32
      %is = arith.cmpf ogt, %in, %best : f32
      %2 = arith.select %is, %in, %best : f32
      %3 = arith.select %is, %k, %at : i32
      linalg.yield %2, %3 : f32, i32
    } -> (tensor<?xf32>, tensor<?xi32>)
    dlopt.yield %1#0, %1#1 : tensor<?xf32>, tensor<?xi32>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// -----

// An init that the body does not read is not loaded; small tensors take 32-bit
// indices.
// CHECK-LABEL: gpu.func @shifted
// CHECK: scf.if
// CHECK-COUNT-1: llvm.load {{.*}} -> f16
// CHECK-NOT: llvm.load
// CHECK: llvm.store
func.func @shifted(%x: tensor<9xf16>, %y: tensor<5xf16>) -> tensor<5xf16> {
  %0 = dlopt.kernel %x, %y name "shifted" : (tensor<9xf16>, tensor<5xf16>) -> tensor<5xf16> {
  ^bb0(%a: tensor<9xf16>, %b: tensor<5xf16>):
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 + 4)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%a : tensor<9xf16>) outs(%b : tensor<5xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<5xf16>
    dlopt.yield %1 : tensor<5xf16>
  }
  return %0 : tensor<5xf16>
}

// -----

// Padding: one comparison of unsigned numbers a dimension, no load outside.
// CHECK-LABEL: gpu.func @pad
// CHECK: arith.cmpi ult
// CHECK: arith.cmpi ult
// CHECK: arith.andi
// CHECK: scf.if {{.*}} -> (i8)
// CHECK: llvm.load
// CHECK: } else {
// CHECK-NOT: llvm.load
// CHECK: llvm.store
func.func @pad(%x: tensor<3x?xi8>, %n: index) -> tensor<8x?xi8> {
  %0 = dlopt.kernel %x, %n name "pad" : (tensor<3x?xi8>, index) -> tensor<8x?xi8> {
  ^bb0(%a: tensor<3x?xi8>, %low: index):
    %c = arith.constant 7 : i8
    %1 = tensor.pad %a low[2, %low] high[3, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : i8
    } : tensor<3x?xi8> to tensor<8x?xi8>
    dlopt.yield %1 : tensor<8x?xi8>
  }
  return %0 : tensor<8x?xi8>
}

// -----

// A gather is a load in a pointwise kernel, with 64-bit offsets: a table may be
// larger than what the kernel walks.
// CHECK-LABEL: gpu.func @rows
// CHECK-SAME: dlopt.schedule = "stream"
// CHECK: %[[ROW:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: %[[OFFSET:.*]] = arith.muli %[[ROW]], %c64_i64
// CHECK: llvm.getelementptr %arg0[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
func.func @rows(%table: tensor<?x64xf32>, %ids: tensor<128xi32>) -> tensor<128x64xf32> {
  %0 = dlopt.kernel %table, %ids name "rows" : (tensor<?x64xf32>, tensor<128xi32>) -> tensor<128x64xf32> {
  ^bb0(%t: tensor<?x64xf32>, %i: tensor<128xi32>):
    %1 = dlopt.map %i dims [[0]] : (tensor<128xi32>) -> tensor<128x64xf32> {
    ^bb0(%id: i32):
      %row = arith.index_cast %id : i32 to index
      %column = dlopt.index 1 : index
      %e = tensor.extract %t[%row, %column] : tensor<?x64xf32>
      dlopt.yield %e : f32
    }
    dlopt.yield %1 : tensor<128x64xf32>
  }
  return %0 : tensor<128x64xf32>
}
