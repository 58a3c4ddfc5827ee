// LLVM would ignore an unknown chip and go on; we list what there is.
// RUN: not dlopt-opt %s -dlopt-kernel-outline=target=sm_75 2>&1 | FileCheck %s
// CHECK: cannot be compiled for the GPU 'sm_75'; the targets are sm_80, sm_86, sm_89, sm_90, sm_90a
module {}
