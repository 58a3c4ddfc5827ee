// RUN: dlopt-opt %s -dlopt-ptx-expand-float8 | FileCheck %s

gpu.module @m {
  // Bits in the place of an f32's, times a power of two; NaN is one pattern.
  // CHECK-LABEL: gpu.func @widen
  // CHECK: %[[BYTE:.*]] = arith.extui %{{.*}} : i8 to i32
  // CHECK: arith.shli %{{.*}}, %{{.*}} : i32
  // CHECK: arith.mulf
  // CHECK: arith.cmpi eq
  // CHECK: arith.select
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  // CHECK-NOT: arith.extf %{{.*}} : f8E4M3FN
  gpu.func @widen(%x: f8E4M3FN, %out: !llvm.ptr) kernel {
    %0 = arith.extf %x : f8E4M3FN to f16
    llvm.store %0, %out : f16, !llvm.ptr
    gpu.return
  }

  // To nearest even, subnormal numbers by an addition; what overflows is
  // infinity in one format, NaN in the other.
  // CHECK-LABEL: gpu.func @narrow
  // CHECK: arith.addf
  // CHECK: arith.constant 124 : i32
  // CHECK: arith.addf
  // CHECK: arith.constant 127 : i32
  // CHECK-NOT: arith.truncf
  // CHECK: gpu.return
  gpu.func @narrow(%x: f32, %out: !llvm.ptr) kernel {
    %0 = arith.truncf %x : f32 to f8E5M2
    %1 = arith.bitcast %0 : f8E5M2 to i8
    %2 = arith.truncf %x : f32 to f8E4M3FN
    %3 = arith.bitcast %2 : f8E4M3FN to i8
    llvm.store %1, %out : i8, !llvm.ptr
    llvm.store %3, %out : i8, !llvm.ptr
    gpu.return
  }

  // Left alone: other floats, and what is not the GPU's.
  // CHECK-LABEL: gpu.func @others
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  gpu.func @others(%x: f32, %out: !llvm.ptr) kernel {
    %0 = arith.truncf %x : f32 to f16
    llvm.store %0, %out : f16, !llvm.ptr
    gpu.return
  }
}

// CHECK-LABEL: func.func @host
// CHECK: arith.extf %{{.*}} : f8E5M2 to f32
func.func @host(%x: f8E5M2) -> f32 {
  %0 = arith.extf %x : f8E5M2 to f32
  return %0 : f32
}
