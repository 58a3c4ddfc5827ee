// RUN: dlopt-opt %s -dlopt-ptx-tensor-maps | FileCheck %s

gpu.module @m {
  // The last parameters; the others keep what they have.
  // CHECK: llvm.func @two(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %{{.*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
  llvm.func @two(%a: !llvm.ptr {llvm.noalias}, %n: i64, %x: !llvm.ptr, %y: !llvm.ptr) attributes {dlopt.tensor_maps = 2 : i64, gpu.kernel, nvvm.kernel} {
    llvm.return
  }
  // CHECK: llvm.func @only(%{{.*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
  llvm.func @only(%x: !llvm.ptr) attributes {dlopt.tensor_maps = 1 : i64, gpu.kernel, nvvm.kernel} {
    llvm.return
  }
  // CHECK: llvm.func @unmarked(%{{.*}}: !llvm.ptr) attributes
  llvm.func @unmarked(%x: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

// Host code is left alone.
// CHECK: llvm.func @host(%{{.*}}: !llvm.ptr) attributes {dlopt.tensor_maps = 1 : i64}
llvm.func @host(%x: !llvm.ptr) attributes {dlopt.tensor_maps = 1 : i64} {
  llvm.return
}
