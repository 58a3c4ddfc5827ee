// RUN: dlopt-opt %s -dlopt-cpu-outline-loops="vector-bytes=64" | FileCheck %s
// RUN: dlopt-opt %s -dlopt-cpu-outline-loops="parallel=false" | FileCheck %s --check-prefix=SERIAL
// RUN: not dlopt-opt %s -dlopt-cpu-outline-loops="vector-bytes=24" 2>&1 | FileCheck %s --check-prefix=WRONG

// WRONG: error: 'builtin.module' op vector-bytes is 24: expected 16, 32 or 64
// SERIAL-NOT: dlopt.blocks

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Two products of the same kind share their loops.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT: call @[[LOOPS:dlopt_loops_[0-9]+]](%arg0, %arg1, %arg2)
// CHECK-NEXT: call @[[LOOPS]](%arg0, %arg1, %arg3)
// CHECK-NEXT: return

// The large product is shared among threads: blocks are counted, then run.
// CHECK: func.func private @[[LOOPS]](
// CHECK-SAME: llvm.bareptr
// CHECK: call @[[LOOPS]]_blocks(
// CHECK: func.func private @[[LOOPS]]_blocks(%{{.*}}: index, %{{.*}}: index,
// CHECK-SAME: dlopt.blocks
// Sums stay in registers: 4 rows of 4 vectors, through the whole of k.
// CHECK: %[[SUMS:.*]]:16 = scf.for {{.*}} -> (vector<16xf32>,
// CHECK-COUNT-16: vector.store
// Nothing is left over of 64 rows and 256 columns.
// CHECK-NOT: memref.store
func.func @twice(%a: memref<64x128xf32>, %b: memref<128x256xf32>, %c: memref<64x256xf32>, %d: memref<64x256xf32>) {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x128xf32>, memref<128x256xf32>) outs(%c : memref<64x256xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x128xf32>, memref<128x256xf32>) outs(%d : memref<64x256xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
