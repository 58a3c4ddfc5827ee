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

// Host code keeps its functions.
// CHECK-LABEL: func.func @host
// CHECK: math.exp
func.func @host(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}
