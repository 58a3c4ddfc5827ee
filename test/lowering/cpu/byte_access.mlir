// RUN: dlopt-opt %s -dlopt-cpu-byte-access | FileCheck %s

// CHECK-LABEL: llvm.func @nibble
// CHECK: %[[BYTE:.*]] = llvm.load %arg0 {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: %[[VALUE:.*]] = llvm.trunc %[[BYTE]] : i8 to i4
// CHECK: %[[WIDE:.*]] = llvm.sext %[[VALUE]] : i4 to i8
// CHECK: llvm.store %[[WIDE]], %arg1 {alignment = 1 : i64} : i8, !llvm.ptr
// CHECK: llvm.load %arg0 : !llvm.ptr -> i16
// CHECK: llvm.trunc %{{.*}} : i16 to i12
llvm.func @nibble(%p: !llvm.ptr, %q: !llvm.ptr) -> i12 {
  %0 = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> i4
  llvm.store %0, %q {alignment = 1 : i64} : i4, !llvm.ptr
  %1 = llvm.load %p : !llvm.ptr -> i12
  llvm.return %1 : i12
}

// CHECK-LABEL: llvm.func @whole
// CHECK-NEXT: llvm.load %arg0 : !llvm.ptr -> i1
// CHECK-NEXT: llvm.load %arg0 : !llvm.ptr -> i24
// CHECK-NEXT: llvm.load %arg0 : !llvm.ptr -> f32
// CHECK-NEXT: llvm.store
llvm.func @whole(%p: !llvm.ptr) -> i24 {
  %0 = llvm.load %p : !llvm.ptr -> i1
  %1 = llvm.load %p : !llvm.ptr -> i24
  %2 = llvm.load %p : !llvm.ptr -> f32
  llvm.store %0, %p : i1, !llvm.ptr
  llvm.return %1 : i24
}
