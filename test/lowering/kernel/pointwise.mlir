// RUN: dlopt-opt %s -split-input-file -dlopt-kernel-outline -canonicalize -cse | FileCheck %s

// A bias along the last dimension: vectors of both, loads before arithmetic.
// CHECK-LABEL: gpu.func @bias(
// CHECK-SAME: dlopt.schedule = "stream"
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<8xf16>
// CHECK-NOT: llvm.load
// CHECK: arith.addf
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr
// CHECK-NOT: scf.for
// CHECK: gpu.return
// CHECK-LABEL: gpu.func @bias_any(
// CHECK-NOT: vector<
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr -> f16
// CHECK: gpu.return
func.func @f(%x: tensor<512x1024xf16>, %b: tensor<1024xf16>) -> tensor<512x1024xf16> {
  %0 = dlopt.kernel %x, %b name "bias" : (tensor<512x1024xf16>, tensor<1024xf16>) -> tensor<512x1024xf16> {
  ^bb0(%a: tensor<512x1024xf16>, %c: tensor<1024xf16>):
    %1 = dlopt.map %a, %c dims [[0, 1], [1]] : (tensor<512x1024xf16>, tensor<1024xf16>) -> tensor<512x1024xf16> {
    ^bb0(%e: f16, %f: f16):
      %2 = arith.addf %e, %f : f16
      dlopt.yield %2 : f16
    }
    dlopt.yield %1 : tensor<512x1024xf16>
  }
  return %0 : tensor<512x1024xf16>
}

// -----

// A number a row: loaded once for a vector. A transposed operand: element by
// element, with its own strides.
// CHECK-LABEL: gpu.func @mixed(
// CHECK: llvm.load {{.*}} -> vector<4xf32>
// CHECK: llvm.load {{.*}} -> f32
// CHECK-COUNT-4: llvm.load {{.*}} -> f32
// CHECK: llvm.load {{.*}} -> vector<4xf32>
func.func @f(%x: tensor<64x64xf32>, %s: tensor<64xf32>, %t: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = dlopt.kernel %x, %s, %t name "mixed" : (tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: tensor<64x64xf32>, %b: tensor<64xf32>, %c: tensor<64x64xf32>):
    %1 = dlopt.map %a, %b, %c dims [[0, 1], [0], [1, 0]] : (tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
    ^bb0(%e: f32, %f: f32, %g: f32):
      %2 = arith.mulf %e, %f : f32
      %3 = arith.addf %2, %g : f32
      dlopt.yield %3 : f32
    }
    dlopt.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// -----

// A size that is not a whole number of tiles: the last tile goes by elements.
// CHECK-LABEL: gpu.func @odd(
// CHECK: scf.if
// CHECK: scf.for
// CHECK: llvm.store {{.*}} : f32, !llvm.ptr
// CHECK: else
// CHECK: llvm.store {{.*}} : vector<4xf32>, !llvm.ptr
func.func @f(%x: tensor<2049xf32>) -> tensor<2049xf32> {
  %0 = dlopt.kernel %x name "odd" : (tensor<2049xf32>) -> tensor<2049xf32> {
  ^bb0(%a: tensor<2049xf32>):
    %1 = dlopt.map %a : (tensor<2049xf32>) -> tensor<2049xf32> {
    ^bb0(%e: f32):
      %2 = arith.negf %e : f32
      dlopt.yield %2 : f32
    }
    dlopt.yield %1 : tensor<2049xf32>
  }
  return %0 : tensor<2049xf32>
}

// -----

// i1 is a byte in memory, not a bit of a vector; two results; a cast.
// CHECK-LABEL: gpu.func @mask(
// CHECK: llvm.load {{.*}} -> vector<8xf32>
// CHECK: arith.extui %{{.*}} : i1 to i8
// CHECK: llvm.store {{.*}} {alignment = 8 : i64} : vector<8xi8>, !llvm.ptr
// CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr
func.func @f(%x: tensor<65536xf32>) -> (tensor<65536xi1>, tensor<65536xf16>) {
  %0:2 = dlopt.kernel %x name "mask" : (tensor<65536xf32>) -> (tensor<65536xi1>, tensor<65536xf16>) {
  ^bb0(%a: tensor<65536xf32>):
    %1 = dlopt.map %a : (tensor<65536xf32>) -> tensor<65536xi1> {
    ^bb0(%e: f32):
      %zero = arith.constant 0.0 : f32
      %3 = arith.cmpf ogt, %e, %zero : f32
      dlopt.yield %3 : i1
    }
    %2 = dlopt.cast %a : tensor<65536xf32> to tensor<65536xf16>
    dlopt.yield %1, %2 : tensor<65536xi1>, tensor<65536xf16>
  }
  return %0#0, %0#1 : tensor<65536xi1>, tensor<65536xf16>
}
