// RUN: dlopt-opt %s -dlopt-ptx-expand-math -verify-diagnostics
// RUN: dlopt-opt %s -dlopt-ptx-expand-math=libdevice=true | FileCheck %s

// CHECK: math.exp
gpu.module @m {
  gpu.func @f(%x: vector<4xf32>, %p: !llvm.ptr) kernel {
    // expected-error @below {{of vector<4xf32> has no GPU code of our own; with a CUDA toolkit at hand give dlopt-ptx-expand-math the option libdevice=true, or compute it in scalars of f32 or f64}}
    %0 = math.exp %x : vector<4xf32>
    llvm.store %0, %p : vector<4xf32>, !llvm.ptr
    gpu.return
  }
}
