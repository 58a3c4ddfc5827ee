// RUN: dlopt-opt %s -dlopt-ptx-expand-math -verify-diagnostics
// RUN: dlopt-opt %s -dlopt-ptx-expand-math=libdevice=true | FileCheck %s

// CHECK: math.exp
gpu.module @m {
  gpu.func @f(%x: f64, %p: !llvm.ptr) kernel {
    // expected-error @below {{of f64 has no GPU code of our own; with a CUDA toolkit at hand give dlopt-ptx-expand-math the option libdevice=true, or compute it in f32}}
    %0 = math.exp %x : f64
    llvm.store %0, %p : f64, !llvm.ptr
    gpu.return
  }
}
