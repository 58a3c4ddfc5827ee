// From a program to its host code, through the named pipelines.
// RUN: dlopt-opt %s -dlopt-import -dlopt-fusion -dlopt-kernel-outline=target=sm_80 -dlopt-host-to-device | FileCheck %s
// RUN: dlopt-opt %s -dlopt-import -dlopt-fusion -dlopt-kernel-outline=target=sm_80 -dlopt-host-to-device -dlopt-to-ptx | FileCheck %s --check-prefix=PTX
// The host code alone goes to LLVM.
// RUN: dlopt-opt %s -dlopt-import -dlopt-fusion -dlopt-kernel-outline=target=sm_80 -dlopt-host-to-device -dlopt-to-ptx | grep -v gpu.binary | dlopt-opt -dlopt-host-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// A softmax: one buffer, given to the caller; the argument is only read.
// CHECK: dlopt.kernels = [{{.*}}name = "softmax", {{.*}}name = "softmax_any"
// CHECK-LABEL: func.func @f(%arg0: memref<64x128xf32>) -> memref<64x128xf32>
// CHECK: llvm.call @dlopt_device_alloc
// CHECK: scf.if
// CHECK: llvm.call @launch_softmax(
// CHECK: llvm.call @launch_softmax_any(
// CHECK-NOT: dlopt_device_free
// CHECK: return
// CHECK: gpu.module @softmax [#nvvm.target<O = 3, chip = "sm_80"
// PTX: gpu.binary @softmax
// PTX-SAME: .target sm_80
// LLVM: define {{.*}} @f(
// LLVM: call ptr @dlopt_device_alloc(i64 32768)
// LLVM: define {{.*}} @_mlir_ciface_f(
// LLVM: define internal void @launch_softmax(
// LLVM: call void @dlopt_device_launch(i64 0,
func.func @f(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = dlopt.softmax %x dim 1 : tensor<64x128xf32> -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
