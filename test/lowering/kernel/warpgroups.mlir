// Products by warpgroups of sm_90a: what takes them, and how they are launched.
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90a -canonicalize | FileCheck %s
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90 | FileCheck %s --check-prefix=SM90

// A CTA takes tiles until none is left: no more of them than run at once.
// CHECK-LABEL: func.func @f_large
// CHECK: llvm.call @launch_large(%c132_i64
// CHECK-LABEL: func.func @f_open
// CHECK: arith.minsi %{{.*}}, %c132

// CHECK-LABEL: gpu.module @large
// CHECK: gpu.func @large({{.*}}dlopt.schedule = "wgmma_128x256", dlopt.tensor_maps = 2 : i64, known_block_size = array<i32: 384, 1, 1>
// One warpgroup loads: an empty slot, the bytes to come, the boxes.
// CHECK: nvvm.mbarrier.init
// CHECK: nvvm.fence.mbarrier.init
// CHECK: gpu.barrier
// CHECK: nvvm.setmaxregister decrease 24
// CHECK: scf.for
// CHECK: scf.for
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-NOT: nvvm.cp.async.bulk.tensor
// The others multiply: a full slot, a step's instructions as one text.
// CHECK: nvvm.setmaxregister increase 240
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: llvm.inline_asm has_side_effects "{{.*}}wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {{.*}}, p, 1, 1, 0, 0;
// CHECK: nvvm.mbarrier.arrive
// CHECK: nvvm.bar.warp.sync
// CHECK: gpu.func @large_any({{.*}}dlopt.schedule = "mma_128x128

// The launcher describes the matrices: columns, rows, and a box of each.
// CHECK-LABEL: llvm.func internal @launch_large(
// CHECK: llvm.alloca %{{.*}} x i8 {alignment = 64 : i64}
// CHECK: llvm.call @dlopt_device_tensor_map(
// CHECK: llvm.call @dlopt_device_tensor_map(
// CHECK: gpu.launch_func @large::@large {{.*}} threads in (%c384, %c1, %c1)
// CHECK-SAME: {dlopt.tensor_maps = 2 : i64}
// CHECK: llvm.func @dlopt_device_tensor_map(!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64)

// Rows along the columns: a box for each 64 of them, and the other bit.
// CHECK-LABEL: gpu.module @open
// CHECK: gpu.func @open({{.*}}dlopt.schedule = "wgmma_128x256"
// CHECK-COUNT-5: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {{.*}}, p, 1, 1, 0, 1;

// Fewer tiles, smaller ones.
// CHECK-LABEL: gpu.module @medium
// CHECK: dlopt.schedule = "wgmma_128x128"
// CHECK: m64n128k16

// Instructions of warps: few tiles; few rows; batches; the left side turned; rows that
// no box can start at; another type; converted on the way.
// CHECK-LABEL: gpu.module @small
// CHECK: dlopt.schedule = "mma_
// CHECK-LABEL: gpu.module @few_rows
// CHECK: dlopt.schedule = "mma_
// CHECK-LABEL: gpu.module @batches
// CHECK: dlopt.schedule = "mma_
// CHECK-LABEL: gpu.module @turned
// CHECK: dlopt.schedule = "mma_
// CHECK-LABEL: gpu.module @odd
// CHECK: dlopt.schedule = "mma_
// CHECK-LABEL: gpu.module @mixed
// CHECK: dlopt.schedule = "mma_

// SM90-NOT: wgmma

func.func @f_large(%a: tensor<4096x4096xf16>, %b: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  %0 = dlopt.kernel %a, %b name "large" : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  ^bb0(%x: tensor<4096x4096xf16>, %y: tensor<4096x4096xf16>):
    %1 = dlopt.matmul %x, %y transposed : tensor<4096x4096xf16>, tensor<4096x4096xf16> -> tensor<4096x4096xf16>
    dlopt.yield %1 : tensor<4096x4096xf16>
  }
  return %0 : tensor<4096x4096xf16>
}

func.func @f_open(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>) -> tensor<?x?xf32> {
  %0 = dlopt.kernel %a, %b name "open" : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xf32> {
  ^bb0(%x: tensor<?x?xbf16>, %y: tensor<?x?xbf16>):
    %1 = dlopt.matmul %x, %y : tensor<?x?xbf16>, tensor<?x?xbf16> -> tensor<?x?xf32>
    dlopt.yield %1 : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}

func.func @f_medium(%a: tensor<1024x512xf16>, %b: tensor<512x1024xf16>) -> tensor<1024x1024xf16> {
  %0 = dlopt.kernel %a, %b name "medium" : (tensor<1024x512xf16>, tensor<512x1024xf16>) -> tensor<1024x1024xf16> {
  ^bb0(%x: tensor<1024x512xf16>, %y: tensor<512x1024xf16>):
    %1 = dlopt.matmul %x, %y : tensor<1024x512xf16>, tensor<512x1024xf16> -> tensor<1024x1024xf16>
    dlopt.yield %1 : tensor<1024x1024xf16>
  }
  return %0 : tensor<1024x1024xf16>
}

func.func @f_small(%a: tensor<256x512xf16>, %b: tensor<512x256xf16>) -> tensor<256x256xf16> {
  %0 = dlopt.kernel %a, %b name "small" : (tensor<256x512xf16>, tensor<512x256xf16>) -> tensor<256x256xf16> {
  ^bb0(%x: tensor<256x512xf16>, %y: tensor<512x256xf16>):
    %1 = dlopt.matmul %x, %y : tensor<256x512xf16>, tensor<512x256xf16> -> tensor<256x256xf16>
    dlopt.yield %1 : tensor<256x256xf16>
  }
  return %0 : tensor<256x256xf16>
}

func.func @f_few_rows(%a: tensor<4x16x4096xf16>, %b: tensor<4096x11008xf16>) -> tensor<4x16x11008xf16> {
  %0 = dlopt.kernel %a, %b name "few_rows" : (tensor<4x16x4096xf16>, tensor<4096x11008xf16>) -> tensor<4x16x11008xf16> {
  ^bb0(%x: tensor<4x16x4096xf16>, %y: tensor<4096x11008xf16>):
    %1 = dlopt.matmul %x, %y : tensor<4x16x4096xf16>, tensor<4096x11008xf16> -> tensor<4x16x11008xf16>
    dlopt.yield %1 : tensor<4x16x11008xf16>
  }
  return %0 : tensor<4x16x11008xf16>
}

func.func @f_batches(%a: tensor<8x2048x512xf16>, %b: tensor<8x512x2048xf16>) -> tensor<8x2048x2048xf16> {
  %0 = dlopt.kernel %a, %b name "batches" : (tensor<8x2048x512xf16>, tensor<8x512x2048xf16>) -> tensor<8x2048x2048xf16> {
  ^bb0(%x: tensor<8x2048x512xf16>, %y: tensor<8x512x2048xf16>):
    %1 = dlopt.matmul %x, %y : tensor<8x2048x512xf16>, tensor<8x512x2048xf16> -> tensor<8x2048x2048xf16>
    dlopt.yield %1 : tensor<8x2048x2048xf16>
  }
  return %0 : tensor<8x2048x2048xf16>
}

func.func @f_turned(%a: tensor<4096x4096xf16>, %b: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  %0 = dlopt.kernel %a, %b name "turned" : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  ^bb0(%x: tensor<4096x4096xf16>, %y: tensor<4096x4096xf16>):
    %1 = dlopt.matmul %x transposed, %y : tensor<4096x4096xf16>, tensor<4096x4096xf16> -> tensor<4096x4096xf16>
    dlopt.yield %1 : tensor<4096x4096xf16>
  }
  return %0 : tensor<4096x4096xf16>
}

func.func @f_odd(%a: tensor<4096x4092xf16>, %b: tensor<4092x4096xf16>) -> tensor<4096x4096xf16> {
  %0 = dlopt.kernel %a, %b name "odd" : (tensor<4096x4092xf16>, tensor<4092x4096xf16>) -> tensor<4096x4096xf16> {
  ^bb0(%x: tensor<4096x4092xf16>, %y: tensor<4092x4096xf16>):
    %1 = dlopt.matmul %x, %y : tensor<4096x4092xf16>, tensor<4092x4096xf16> -> tensor<4096x4096xf16>
    dlopt.yield %1 : tensor<4096x4096xf16>
  }
  return %0 : tensor<4096x4096xf16>
}

func.func @f_mixed(%a: tensor<4096x4096xf16>, %b: tensor<4096x4096xbf16>) -> tensor<4096x4096xf32> {
  %0 = dlopt.kernel %a, %b name "mixed" : (tensor<4096x4096xf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32> {
  ^bb0(%x: tensor<4096x4096xf16>, %y: tensor<4096x4096xbf16>):
    %1 = dlopt.matmul %x, %y : tensor<4096x4096xf16>, tensor<4096x4096xbf16> -> tensor<4096x4096xf32>
    dlopt.yield %1 : tensor<4096x4096xf32>
  }
  return %0 : tensor<4096x4096xf32>
}
