// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90 -canonicalize | FileCheck %s
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_86 | FileCheck %s --check-prefix=SM86

// Sizes that are not known are parameters; the fast version wants rows of whole
// 16-byte chunks and offsets of 31 bits.
// CHECK-LABEL: func.func @f_dynamic
// CHECK: arith.remui
// CHECK: arith.remui
// CHECK: arith.cmpi slt
// CHECK: scf.if
// CHECK: llvm.call @launch_dynamic(
// CHECK: else
// CHECK: llvm.call @launch_dynamic_any(

// One CTA a tile; too few of them for the largest tiles.
// CHECK-LABEL: func.func @f_small
// CHECK: llvm.call @launch_small(%c16_i64

// CHECK-LABEL: gpu.module @dynamic
// CHECK: llvm.mlir.global external @dlopt_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK: gpu.func @dynamic({{.*}}dlopt.schedule = "mma_128x256"
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 2
// CHECK: gpu.barrier
// CHECK: nvvm.ldmatrix
// CHECK: scf.for
// CHECK: nvvm.mma.sync
// CHECK: nvvm.cp.async.wait.group 0
// CHECK: nvvm.bar.warp.sync
// CHECK: gpu.func @dynamic_any({{.*}}dlopt.schedule = "mma_64x64"
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: gpu.launch_func @dynamic::@dynamic {{.*}} threads in (%c256, %c1, %c1) dynamic_shared_memory_size %c196608_i32

// CHECK-LABEL: gpu.module @small
// CHECK: gpu.func @small({{.*}}dlopt.schedule = "mma_64x64"

// Less shared memory, smaller tiles.
// SM86: gpu.func @dynamic({{.*}}dlopt.schedule = "mma_128x128"

func.func @f_dynamic(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %0 = dlopt.kernel %a, %b name "dynamic" : (tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16> {
  ^bb0(%x: tensor<?x?xf16>, %y: tensor<?x?xf16>):
    %1 = dlopt.matmul %x, %y : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf16>
    dlopt.yield %1 : tensor<?x?xf16>
  }
  return %0 : tensor<?x?xf16>
}

func.func @f_small(%a: tensor<256x512xf16>, %b: tensor<256x512xf16>) -> tensor<256x256xf16> {
  %0 = dlopt.kernel %a, %b name "small" : (tensor<256x512xf16>, tensor<256x512xf16>) -> tensor<256x256xf16> {
  ^bb0(%x: tensor<256x512xf16>, %y: tensor<256x512xf16>):
    %1 = dlopt.matmul %x, %y transposed : tensor<256x512xf16>, tensor<256x512xf16> -> tensor<256x256xf16>
    dlopt.yield %1 : tensor<256x256xf16>
  }
  return %0 : tensor<256x256xf16>
}
