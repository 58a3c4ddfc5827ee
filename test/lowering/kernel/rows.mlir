// Which schedule a row gets, and one step outside it.
// RUN: dlopt-opt %s -split-input-file -dlopt-kernel-outline -canonicalize -cse | FileCheck %s

// 1024 elements: 32 lanes, 8 rows a CTA, shuffles alone.
// CHECK-LABEL: gpu.func @warp(
// CHECK-SAME: dlopt.schedule = "warp"
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-SAME: nvvm.minctasm = 4
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<8xf16>
// CHECK-NOT: llvm.load
// CHECK-COUNT-10: nvvm.shfl.sync bfly
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @f(%x: tensor<64x1024xf16>) -> tensor<64x1024xf16> {
  %0 = dlopt.kernel %x name "warp" : (tensor<64x1024xf16>) -> tensor<64x1024xf16> {
  ^bb0(%a: tensor<64x1024xf16>):
    %1 = dlopt.softmax %a dim 1 : tensor<64x1024xf16> -> tensor<64x1024xf16>
    dlopt.yield %1 : tensor<64x1024xf16>
  }
  return %0 : tensor<64x1024xf16>
}

// -----

// One vector more: a CTA a row; one barrier a reduction, and each reduction its
// own buffer, so that none can be overwritten while it is read. The last vector
// is not there for all lanes.
// CHECK-LABEL: gpu.func @cta(
// CHECK-SAME: workgroup(%{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK-SAME: dlopt.schedule = "cta"
// CHECK: arith.cmpi slt
// CHECK: llvm.load {{.*}}vector<8xf16>
// CHECK-NOT: llvm.load
// CHECK: arith.select
// CHECK-COUNT-2: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
// CHECK: llvm.store {{.*}}vector<8xf16>
// CHECK: gpu.return
func.func @f(%x: tensor<64x1032xf16>) -> tensor<64x1032xf16> {
  %0 = dlopt.kernel %x name "cta" : (tensor<64x1032xf16>) -> tensor<64x1032xf16> {
  ^bb0(%a: tensor<64x1032xf16>):
    %1 = dlopt.softmax %a dim 1 : tensor<64x1032xf16> -> tensor<64x1032xf16>
    dlopt.yield %1 : tensor<64x1032xf16>
  }
  return %0 : tensor<64x1032xf16>
}

// -----

// A row of the longest length that 256 threads keep, and one longer.
// CHECK-LABEL: gpu.func @cta(
// CHECK-SAME: dlopt.schedule = "cta"
// CHECK-LABEL: gpu.func @wide(
// CHECK-SAME: dlopt.schedule = "wide_cta"
// CHECK-SAME: known_block_size = array<i32: 512, 1, 1>
// CHECK-SAME: nvvm.minctasm = 2
func.func @f(%x: tensor<64x8192xf32>, %y: tensor<64x8196xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = dlopt.kernel %x name "cta" : (tensor<64x8192xf32>) -> tensor<64xf32> {
  ^bb0(%a: tensor<64x8192xf32>):
    %1 = dlopt.reduce add %a dims [1] : tensor<64x8192xf32> -> tensor<64xf32>
    dlopt.yield %1 : tensor<64xf32>
  }
  %2 = dlopt.kernel %y name "wide" : (tensor<64x8196xf32>) -> tensor<64xf32> {
  ^bb0(%a: tensor<64x8196xf32>):
    %1 = dlopt.reduce add %a dims [1] : tensor<64x8196xf32> -> tensor<64xf32>
    dlopt.yield %1 : tensor<64xf32>
  }
  return %0, %2 : tensor<64xf32>, tensor<64xf32>
}

// -----

// Too long for registers: a loop a pass.
// CHECK-LABEL: gpu.func @long(
// CHECK-SAME: dlopt.schedule = "stream"
// CHECK: scf.for {{.*}} iter_args
// CHECK: gpu.barrier
// CHECK: scf.for {{.*}} iter_args
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: llvm.store {{.*}}vector<4xf32>
// CHECK: gpu.return
func.func @f(%x: tensor<4x16388xf32>) -> tensor<4x16388xf32> {
  %0 = dlopt.kernel %x name "long" : (tensor<4x16388xf32>) -> tensor<4x16388xf32> {
  ^bb0(%a: tensor<4x16388xf32>):
    %1 = dlopt.layer_norm %a axis 1 epsilon 1.0e-5 : tensor<4x16388xf32> -> tensor<4x16388xf32>
    dlopt.yield %1 : tensor<4x16388xf32>
  }
  return %0 : tensor<4x16388xf32>
}

// -----

// Two operations on the rows keep twice as much: half the length.
// CHECK-LABEL: gpu.func @two(
// CHECK-SAME: dlopt.schedule = "wide_cta"
func.func @f(%x: tensor<4x8192xf32>) -> tensor<4x8192xf32> {
  %0 = dlopt.kernel %x name "two" : (tensor<4x8192xf32>) -> tensor<4x8192xf32> {
  ^bb0(%a: tensor<4x8192xf32>):
    %1 = dlopt.layer_norm %a axis 1 epsilon 1.0e-5 : tensor<4x8192xf32> -> tensor<4x8192xf32>
    %2 = dlopt.softmax %1 dim 1 : tensor<4x8192xf32> -> tensor<4x8192xf32>
    dlopt.yield %2 : tensor<4x8192xf32>
  }
  return %0 : tensor<4x8192xf32>
}

// -----

// Rows that lie across memory: a thread a row, neighbours side by side.
// CHECK-LABEL: gpu.func @across(
// CHECK-SAME: dlopt.schedule = "lane"
// CHECK-NOT: nvvm.shfl
// CHECK: scf.for
// CHECK: llvm.load {{.*}} -> f32
// CHECK-NOT: nvvm.shfl
// CHECK: gpu.return
func.func @f(%x: tensor<128x64xf32>) -> tensor<64xf32> {
  %0 = dlopt.kernel %x name "across" : (tensor<128x64xf32>) -> tensor<64xf32> {
  ^bb0(%a: tensor<128x64xf32>):
    %1 = dlopt.reduce max %a dims [0] : tensor<128x64xf32> -> tensor<64xf32>
    dlopt.yield %1 : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}

// -----

// An odd length has no vectors, and so one function for all.
// CHECK: llvm.call @launch_odd(
// CHECK-NOT: odd_any
// CHECK-LABEL: gpu.func @odd(
// CHECK-NOT: vector<
// CHECK: gpu.return
func.func @f(%x: tensor<5x77xf16>) -> tensor<5x77xf16> {
  %0 = dlopt.kernel %x name "odd" : (tensor<5x77xf16>) -> tensor<5x77xf16> {
  ^bb0(%a: tensor<5x77xf16>):
    %1 = dlopt.softmax %a dim 1 : tensor<5x77xf16> -> tensor<5x77xf16>
    dlopt.yield %1 : tensor<5x77xf16>
  }
  return %0 : tensor<5x77xf16>
}

// -----

// 128 f16: 16 lanes a row, 16 rows a CTA, 4 shuffles.
// CHECK-LABEL: gpu.func @narrow(
// CHECK-SAME: dlopt.schedule = "warp"
// CHECK-COUNT-4: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: gpu.return
func.func @f(%x: tensor<64x128xf16>) -> tensor<64x128xf16> {
  %0 = dlopt.kernel %x name "narrow" : (tensor<64x128xf16>) -> tensor<64x128xf16> {
  ^bb0(%a: tensor<64x128xf16>):
    %1 = dlopt.rms_norm %a axis 1 epsilon 1.0e-5 : tensor<64x128xf16> -> tensor<64x128xf16>
    dlopt.yield %1 : tensor<64x128xf16>
  }
  return %0 : tensor<64x128xf16>
}

// -----

// Maps before and after a norm, and both results: the sum is made once, kept in
// registers, stored and normalised; the gate comes after.
// CHECK-LABEL: gpu.func @fused(
// CHECK-COUNT-2: llvm.load {{.*}}vector<8xf16>
// CHECK-COUNT-8: arith.addf %{{.*}} : f16
// CHECK: gpu.barrier
// CHECK-NOT: arith.addf %{{.*}} : f16
// CHECK: llvm.store {{.*}}vector<8xf16>
// CHECK: llvm.store {{.*}}vector<8xf16>
// CHECK: gpu.return
func.func @f(%x: tensor<64x2048xf16>, %r: tensor<64x2048xf16>) -> (tensor<64x2048xf16>, tensor<64x2048xf16>) {
  %0:2 = dlopt.kernel %x, %r name "fused" : (tensor<64x2048xf16>, tensor<64x2048xf16>) -> (tensor<64x2048xf16>, tensor<64x2048xf16>) {
  ^bb0(%a: tensor<64x2048xf16>, %b: tensor<64x2048xf16>):
    %1 = dlopt.map %a, %b : (tensor<64x2048xf16>, tensor<64x2048xf16>) -> tensor<64x2048xf16> {
    ^bb0(%e: f16, %f: f16):
      %4 = arith.addf %e, %f : f16
      dlopt.yield %4 : f16
    }
    %2 = dlopt.rms_norm %1 axis 1 epsilon 1.0e-5 : tensor<64x2048xf16> -> tensor<64x2048xf16>
    %3 = dlopt.map %2 : (tensor<64x2048xf16>) -> tensor<64x2048xf16> {
    ^bb0(%e: f16):
      %4 = arith.negf %e : f16
      dlopt.yield %4 : f16
    }
    dlopt.yield %1, %3 : tensor<64x2048xf16>, tensor<64x2048xf16>
  }
  return %0#0, %0#1 : tensor<64x2048xf16>, tensor<64x2048xf16>
}
