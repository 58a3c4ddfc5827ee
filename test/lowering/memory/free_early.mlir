// RUN: dlopt-opt %s -split-input-file -dlopt-memory-free-early | FileCheck %s

llvm.func @launch(i64)
// Freed behind the launch that takes the address, not behind the address.
// CHECK-LABEL: func.func @address(
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: llvm.call @launch
// CHECK: %[[YES:.*]] = arith.constant true
// CHECK: bufferization.dealloc (%{{.*}} : memref<?xf32>) if (%[[YES]])
// CHECK: memref.copy
func.func @address(%n: index, %x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc(%n) : memref<?xf32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<?xf32> -> index
  %i = arith.index_cast %p : index to i64
  llvm.call @launch(%i) : (i64) -> ()
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  %true = arith.constant true
  bufferization.dealloc (%a : memref<?xf32>) if (%true)
  return
}

// -----

// Behind the loop that reads it.
// CHECK-LABEL: func.func @loop(
// CHECK: scf.for
// CHECK: }
// CHECK-NEXT: arith.constant true
// CHECK-NEXT: bufferization.dealloc
// CHECK-NEXT: memref.copy
func.func @loop(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
  %true = arith.constant true
  %a = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %n to %n step %n {
    memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  }
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  bufferization.dealloc (%a : memref<?xf32>) if (%true)
  return
}

// -----

// Left alone: freed under a condition, or retained, or made elsewhere.
// CHECK-LABEL: func.func @conditions(
// CHECK: memref.copy
// CHECK-COUNT-3: bufferization.dealloc
func.func @conditions(%n: index, %c: i1, %x: memref<?xf32>, %y: memref<?xf32>) -> i1 {
  %true = arith.constant true
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  bufferization.dealloc (%a : memref<?xf32>) if (%c)
  %0 = bufferization.dealloc (%b : memref<?xf32>) if (%true) retain (%x : memref<?xf32>)
  bufferization.dealloc (%y : memref<?xf32>) if (%true)
  return %0 : i1
}
