// RUN: dlopt-opt %s -split-input-file -dlopt-memory-plan-arena | FileCheck %s

llvm.func @launch(i64)
// Two at a time: the third buffer takes the place of the first, whose last use
// is a launch that got its address.
// CHECK-LABEL: func.func @chain()
// CHECK-SAME: dlopt.memory_plan = {arena_buffers = 3 : i64, arena_bytes = 2048 : i64, bytes_without_reuse = 3072 : i64, open_buffers = 0 : i64, other_buffers = 0 : i64, other_bytes = 0 : i64}
// CHECK: %[[ARENA:.*]] = memref.alloc() {alignment = 256 : i64} : memref<2048xi8>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[ARENA]][%[[C0]]][] : memref<2048xi8> to memref<256xf32>
// CHECK: %[[C1024:.*]] = arith.constant 1024 : index
// CHECK: memref.view %[[ARENA]][%[[C1024]]][]
// CHECK: %[[AGAIN:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[ARENA]][%[[AGAIN]]][]
// CHECK-NOT: memref.alloc
func.func @chain() {
  %a = memref.alloc() : memref<256xf32>
  %pa = memref.extract_aligned_pointer_as_index %a : memref<256xf32> -> index
  %b = memref.alloc() : memref<256xf32>
  %ia = arith.index_cast %pa : index to i64
  llvm.call @launch(%ia) : (i64) -> ()
  %c = memref.alloc() : memref<256xf32>
  memref.copy %b, %c : memref<256xf32> to memref<256xf32>
  return
}

// -----

llvm.func @launch(i64)
// One step further: used once more through its address, it is still alive.
// CHECK-LABEL: func.func @still_used()
// CHECK-SAME: arena_bytes = 3072
func.func @still_used() {
  %a = memref.alloc() : memref<256xf32>
  %pa = memref.extract_aligned_pointer_as_index %a : memref<256xf32> -> index
  %b = memref.alloc() : memref<256xf32>
  %ia = arith.index_cast %pa : index to i64
  %c = memref.alloc() : memref<256xf32>
  llvm.call @launch(%ia) : (i64) -> ()
  memref.copy %b, %c : memref<256xf32> to memref<256xf32>
  return
}

// -----

// What a loop reads is alive until the loop ends: its next turn reads it again.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME: arena_bytes = 2048
// CHECK: arith.constant 0 : index
// CHECK: scf.for
// CHECK: arith.constant 1024 : index
// CHECK: memref.view
func.func @loop(%from: index, %to: index, %x: memref<256xf32>) {
  %a = memref.alloc() : memref<256xf32>
  scf.for %i = %from to %to step %to {
    memref.copy %a, %x : memref<256xf32> to memref<256xf32>
    %b = memref.alloc() : memref<256xf32>
    memref.copy %x, %b : memref<256xf32> to memref<256xf32>
  }
  return
}

// -----

// Two buffers of one turn that do not meet share; what is made after the loop
// shares with both.
// CHECK-LABEL: func.func @turn(
// CHECK-SAME: arena_buffers = 3 : i64, arena_bytes = 1024
func.func @turn(%from: index, %to: index, %x: memref<256xf32>) {
  scf.for %i = %from to %to step %to {
    %a = memref.alloc() : memref<256xf32>
    memref.copy %x, %a : memref<256xf32> to memref<256xf32>
    %b = memref.alloc() : memref<256xf32>
    memref.copy %x, %b : memref<256xf32> to memref<256xf32>
  }
  %c = memref.alloc() : memref<256xf32>
  memref.copy %x, %c : memref<256xf32> to memref<256xf32>
  return
}

// -----

// Carried to the next turn, a buffer is two at once: it keeps memory of its own.
// The first one, from outside, is alive until the loop's result is.
// CHECK-LABEL: func.func @carried(
// CHECK-SAME: arena_buffers = 2 : i64, arena_bytes = 2048
// CHECK-SAME: other_buffers = 1 : i64, other_bytes = 1024
// CHECK: scf.for
// CHECK: memref.alloc() : memref<256xf32>
func.func @carried(%from: index, %to: index, %x: memref<256xf32>) {
  %a = memref.alloc() : memref<256xf32>
  %r = scf.for %i = %from to %to step %to iter_args(%c = %a) -> memref<256xf32> {
    %b = memref.alloc() : memref<256xf32>
    memref.copy %c, %b : memref<256xf32> to memref<256xf32>
    scf.yield %b : memref<256xf32>
  }
  %d = memref.alloc() : memref<256xf32>
  memref.copy %r, %d : memref<256xf32> to memref<256xf32>
  return
}

// -----

// Carried round unchanged, it is one; so in a while loop.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME: arena_buffers = 2 : i64, arena_bytes = 2048
// CHECK-SAME: other_buffers = 0
func.func @kept(%go: i1) {
  %a = memref.alloc() : memref<256xf32>
  %r = scf.while (%c = %a) : (memref<256xf32>) -> memref<256xf32> {
    scf.condition(%go) %c : memref<256xf32>
  } do {
  ^bb0(%c: memref<256xf32>):
    scf.yield %c : memref<256xf32>
  }
  %d = memref.alloc() : memref<256xf32>
  memref.copy %r, %d : memref<256xf32> to memref<256xf32>
  return
}

// -----

// A while loop that makes what it carries on.
// CHECK-LABEL: func.func @made_in_while(
// CHECK-SAME: other_buffers = 2
func.func @made_in_while(%go: i1, %x: memref<256xf32>) {
  %r = scf.while (%c = %x) : (memref<256xf32>) -> memref<256xf32> {
    %a = memref.alloc() : memref<256xf32>
    scf.condition(%go) %a : memref<256xf32>
  } do {
  ^bb0(%c: memref<256xf32>):
    %b = memref.alloc() : memref<256xf32>
    scf.yield %b : memref<256xf32>
  }
  return
}

// -----

// The result of a branch is what the branch made, and lives on.
// CHECK-LABEL: func.func @branch(
// CHECK-SAME: arena_buffers = 3 : i64, arena_bytes = 3072
func.func @branch(%which: i1) {
  %r = scf.if %which -> memref<256xf32> {
    %a = memref.alloc() : memref<256xf32>
    scf.yield %a : memref<256xf32>
  } else {
    %b = memref.alloc() : memref<256xf32>
    scf.yield %b : memref<256xf32>
  }
  %c = memref.alloc() : memref<256xf32>
  memref.copy %r, %c : memref<256xf32> to memref<256xf32>
  return
}

// -----

// Through views.
// CHECK-LABEL: func.func @views(
// CHECK-SAME: arena_bytes = 2048
func.func @views(%x: memref<4x4xf32, strided<[16, 1]>>) {
  %a = memref.alloc() : memref<256xf32>
  %e = memref.expand_shape %a [[0, 1]] output_shape [16, 16] : memref<256xf32> into memref<16x16xf32>
  %s = memref.subview %e[0, 0] [4, 4] [1, 1] : memref<16x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  %b = memref.alloc() : memref<256xf32>
  %p = memref.extract_aligned_pointer_as_index %b : memref<256xf32> -> index
  memref.copy %s, %x : memref<4x4xf32, strided<[16, 1]>> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

// The largest first: 300 bytes take 512, and 20 fit behind them, in the gap that
// the 1024 bytes of later leave.
// CHECK-LABEL: func.func @gap(
// CHECK-SAME: arena_bytes = 1024 : i64, bytes_without_reuse = 1792
func.func @gap(%x: memref<5xf32>, %y: memref<75xf32>) {
  %small = memref.alloc() : memref<5xf32>
  %middle = memref.alloc() : memref<75xf32>
  memref.copy %small, %x : memref<5xf32> to memref<5xf32>
  memref.copy %middle, %y : memref<75xf32> to memref<75xf32>
  %large = memref.alloc() : memref<256xf32>
  return
}

// -----

// Returned, freed by the program, open, of a block that may run again, or given
// to who returns a buffer: not for the arena.
// CHECK-LABEL: func.func @outside(
// CHECK-SAME: arena_buffers = 0 : i64, arena_bytes = 0 : i64, bytes_without_reuse = 0 : i64, open_buffers = 1 : i64, other_buffers = 3 : i64, other_bytes = 768
// CHECK-COUNT-4: memref.alloc
func.func @outside(%n: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  %c = memref.alloc(%n) : memref<?xf32>
  %d = memref.alloc() : memref<4xf32>
  %e = call @same(%d) : (memref<4xf32>) -> memref<4xf32>
  return %a : memref<4xf32>
}
func.func private @same(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: other_buffers = 2
func.func @blocks(%c: i1, %x: memref<4xf32>) {
  cf.br ^again
^again:
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32>
  cf.cond_br %c, ^again, ^end
^end:
  return
}

// -----

// A call that returns no buffer is a use like others.
// CHECK-LABEL: func.func @calls(
// CHECK-SAME: arena_buffers = 2 : i64, arena_bytes = 256
func.func @calls() {
  %a = memref.alloc() : memref<4xf32>
  call @use(%a) : (memref<4xf32>) -> ()
  %b = memref.alloc() : memref<4xf32>
  call @use(%b) : (memref<4xf32>) -> ()
  return
}
func.func private @use(%a: memref<4xf32>) {
  return
}

// -----

// Nothing to share: one buffer stays as it is. Buffers of no bytes have an
// address each.
// CHECK-LABEL: func.func @one(
// CHECK: memref.alloc() : memref<4xf32>
func.func @one(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  return
}
// CHECK-LABEL: func.func @empty(
// CHECK-SAME: arena_bytes = 512
func.func @empty(%x: memref<0xf32>) {
  %a = memref.alloc() : memref<0xf32>
  %b = memref.alloc() : memref<0xf32>
  memref.copy %a, %b : memref<0xf32> to memref<0xf32>
  return
}
