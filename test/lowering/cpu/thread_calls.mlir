// RUN: dlopt-opt %s -dlopt-cpu-thread-calls | FileCheck %s

// The operands go through a struct; the runtime hands out ranges of blocks.
// CHECK-LABEL: llvm.func @f
// CHECK-DAG: %[[ROOM:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, f32)>
// CHECK-DAG: %[[ENTRY:.*]] = llvm.mlir.addressof @loops_blocks_entry
// CHECK: llvm.call @dlopt_runtime_parallel_for(%[[ENTRY]], %[[ROOM]], %arg0, %arg1)
// CHECK-NOT: llvm.call @loops_blocks(
llvm.func @f(%blocks: i64, %work: i64, %p: !llvm.ptr, %s: f32) {
  llvm.call @loops_blocks(%blocks, %work, %p, %s) : (i64, i64, !llvm.ptr, f32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @loops_blocks(
llvm.func @loops_blocks(%from: i64, %to: i64, %p: !llvm.ptr, %s: f32) attributes {dlopt.blocks} {
  llvm.return
}

// A call of any other function stays.
// CHECK-LABEL: llvm.func @g
// CHECK-NEXT: llvm.call @plain(%arg0, %arg0)
llvm.func @g(%n: i64) {
  llvm.call @plain(%n, %n) : (i64, i64) -> ()
  llvm.return
}
llvm.func @plain(i64, i64)

// CHECK: llvm.func {{.*}}@loops_blocks_entry(%[[CONTEXT:.*]]: !llvm.ptr, %[[FROM:.*]]: i64, %[[TO:.*]]: i64)
// CHECK: %[[P:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[S:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK: llvm.call @loops_blocks(%[[FROM]], %[[TO]], %[[P]], %[[S]])
