// arith, math, gpu, llvm and atomics.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @maxf(%a: f32) -> f32 {
  %0 = arith.maxf %a, %a : f32
  return %0 : f32
}
// CHECK-LABEL: @maxf
// CHECK: %0 = arith.maximumf %arg0, %arg0 : f32

// -----

func.func @abs(%a: f32) -> f32 {
  %0 = math.abs %a : f32
  return %0 : f32
}
// CHECK-LABEL: @abs
// CHECK: %0 = math.absf %arg0 : f32

// -----

func.func @atomic(%m: memref<4xf32>, %i: index, %x: f32) {
  %0 = memref.atomic_rmw maxf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}
// CHECK-LABEL: @atomic
// CHECK: %0 = memref.atomic_rmw maximumf %arg2, %arg0[%arg1] : (f32, memref<4xf32>) -> f32

// -----

func.func @printf(%n: index, %x: i32) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %g = %n) threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) { gpu.printf "%d" %x : i32 gpu.terminator }
  return
}
// CHECK-LABEL: @printf
// CHECK: gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %arg0, %arg9 = %arg0, %arg10 = %arg0) threads(%arg5, %arg6, %arg7) in (%arg11 = %arg0, %arg12 = %arg0, %arg13 = %arg0) {
// CHECK: gpu.printf "%d", %arg1 : i32

// -----

llvm.func @null() -> !llvm.ptr {
  %0 = llvm.mlir.null : !llvm.ptr llvm.return %0 : !llvm.ptr }
// CHECK-LABEL: @null
// CHECK: %0 = llvm.mlir.zero : !llvm.ptr
