// RUN: dlopt-opt %s -dlopt-ptx-expand-math | FileCheck %s
// RUN: dlopt-opt %s -dlopt-ptx-expand-math=libdevice=true | FileCheck %s

gpu.module @m {
  // f32: range reduction around the hardware's exponential.
  // CHECK-LABEL: gpu.func @accurate
  // CHECK: llvm.call_intrinsic "llvm.roundeven"
  // CHECK: llvm.call_intrinsic "llvm.fma"
  // CHECK: nvvm.inline_ptx "ex2.approx.ftz.f32
  // CHECK-NOT: math.
  // CHECK: llvm.call_intrinsic "llvm.minnum"
  // CHECK: gpu.return
  gpu.func @accurate(%x: f32, %p: !llvm.ptr) kernel {
    %0 = math.exp %x : f32
    %1 = math.log %0 : f32
    %2 = math.tanh %1 : f32
    %3 = math.erf %2 : f32
    %5 = math.rsqrt %3 : f32
    %4 = arith.minnumf %5, %0 : f32
    llvm.store %4, %p : f32, !llvm.ptr
    gpu.return
  }

  // Where all results are f16 or bf16: the hardware's functions.
  // CHECK-LABEL: gpu.func @approximate
  // CHECK-NOT: llvm.fma
  // CHECK: nvvm.inline_ptx "ex2.approx.ftz.f32
  // CHECK: nvvm.inline_ptx "tanh.approx.f32
  // CHECK: nvvm.inline_ptx "rsqrt.approx.f32
  // CHECK: gpu.return
  gpu.func @approximate(%x: f32, %p: !llvm.ptr) kernel attributes {dlopt.approximate} {
    %0 = math.exp %x : f32
    %1 = math.tanh %0 : f32
    %2 = math.rsqrt %1 : f32
    llvm.store %2, %p : f32, !llvm.ptr
    gpu.return
  }

  // A function of f16 is that of f32, rounded.
  // CHECK-LABEL: gpu.func @half
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK: tanh.approx.f32
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  gpu.func @half(%x: f16, %p: !llvm.ptr) kernel {
    %0 = math.tanh %x : f16
    llvm.store %0, %p : f16, !llvm.ptr
    gpu.return
  }
}

gpu.module @more {
  // What is beyond 2^16 turns a circle in integers, in a branch.
  // CHECK-LABEL: gpu.func @circle
  // CHECK: arith.cmpf oge, %{{.*}}, %cst
  // CHECK: scf.if %{{.*}} -> (f32, i32) {
  // CHECK: arith.mului_extended %{{.*}} : i32
  // CHECK: } else {
  // CHECK-NOT: math.
  // CHECK: gpu.return
  gpu.func @circle(%x: f32, %p: !llvm.ptr) kernel {
    %0, %1 = math.sincos %x : f32
    %2 = arith.addf %0, %1 : f32
    llvm.store %2, %p : f32, !llvm.ptr
    gpu.return
  }

  // f64 has the same functions, by longer series.
  // CHECK-LABEL: gpu.func @double
  // CHECK: llvm.call_intrinsic "llvm.fma"({{.*}}) : (f64, f64, f64) -> f64
  // CHECK-NOT: math.
  // CHECK: gpu.return
  gpu.func @double(%x: f64, %y: f64, %p: !llvm.ptr) kernel {
    %0 = math.powf %x, %y : f64
    %1 = arith.remf %0, %y : f64
    llvm.store %1, %p : f64, !llvm.ptr
    gpu.return
  }

  // Powers of integers loop over bits; counts of bits are instructions.
  // CHECK-LABEL: gpu.func @bits
  // CHECK: scf.for
  // CHECK: math.ctlz
  // CHECK: gpu.return
  gpu.func @bits(%x: i16, %y: i16, %p: !llvm.ptr) kernel {
    %0 = math.ipowi %x, %y : i16
    %1 = math.ctlz %0 : i16
    llvm.store %1, %p : i16, !llvm.ptr
    gpu.return
  }

  // CHECK-LABEL: gpu.func @classes
  // CHECK: arith.cmpf uno
  // CHECK-NOT: math.
  // CHECK: gpu.return
  gpu.func @classes(%x: f16, %p: !llvm.ptr) kernel {
    %0 = math.isnan %x : f16
    %1 = math.isnormal %x : f16
    %2 = arith.ori %0, %1 : i1
    llvm.store %2, %p : i1, !llvm.ptr
    gpu.return
  }
}

// Host code keeps its functions.
// CHECK-LABEL: func.func @host
// CHECK: math.exp
func.func @host(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}
