// RUN: dlopt-opt %s -split-input-file -dlopt-kernel-outline=target=sm_80 -canonicalize -cse | FileCheck %s

// A kernel becomes buffers, a guard of alignment, and two launches; the target
// is on the gpu.module.
// CHECK: gpu.container_module
// CHECK-LABEL: func.func @one
// CHECK: %[[OUT:.*]] = memref.alloc() {alignment = 128 : i64} : memref<4096xf32>
// CHECK: %[[IN:.*]] = bufferization.to_buffer %{{.*}} read_only
// CHECK: memref.extract_aligned_pointer_as_index %[[IN]]
// CHECK: memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK: arith.andi %{{.*}}, %c15_i64
// CHECK: scf.if
// CHECK-NEXT: llvm.call @launch_negate(%c2_i64,
// CHECK: else
// CHECK-NEXT: llvm.call @launch_negate_any(%c8_i64,
// CHECK: bufferization.to_tensor %[[OUT]] restrict writable
// CHECK: gpu.module @negate [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx80">]
// CHECK: gpu.func @negate(%{{.*}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{.*}}: !llvm.ptr {llvm.noalias}) kernel
// CHECK: gpu.func @negate_any
// CHECK: llvm.func internal @launch_negate(%[[GRID:.*]]: i64, %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr)
// CHECK: %[[N:.*]] = arith.index_cast %[[GRID]]
// CHECK: gpu.launch_func @negate::@negate blocks in (%[[N]], %c1, %c1) threads in (%c256, %c1, %c1) args(%[[A]] : !llvm.ptr, %[[B]] : !llvm.ptr)
// CHECK: llvm.func internal @launch_negate_any
func.func @one(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = dlopt.kernel %x name "negate" : (tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: tensor<4096xf32>):
    %1 = dlopt.map %a : (tensor<4096xf32>) -> tensor<4096xf32> {
    ^bb0(%e: f32):
      %2 = arith.negf %e : f32
      dlopt.yield %2 : f32
    }
    dlopt.yield %1 : tensor<4096xf32>
  }
  return %0 : tensor<4096xf32>
}

// -----

// The same body twice is one gpu.module, whatever the kernels are called;
// another size is another.
// CHECK-LABEL: func.func @identical
// CHECK: llvm.call @launch_first(
// CHECK: llvm.call @launch_first(
// CHECK: llvm.call @launch_third(
// CHECK: gpu.module @first
// CHECK-NOT: gpu.module @second
// CHECK: gpu.module @third
func.func @identical(%x: tensor<4096xf32>, %y: tensor<2048xf32>) -> (tensor<4096xf32>, tensor<4096xf32>, tensor<2048xf32>) {
  %0 = dlopt.kernel %x name "first" : (tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: tensor<4096xf32>):
    %1 = dlopt.softmax %a dim 0 : tensor<4096xf32> -> tensor<4096xf32>
    dlopt.yield %1 : tensor<4096xf32>
  }
  %2 = dlopt.kernel %0 name "second" : (tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: tensor<4096xf32>):
    %1 = dlopt.softmax %a dim 0 : tensor<4096xf32> -> tensor<4096xf32>
    dlopt.yield %1 : tensor<4096xf32>
  }
  %3 = dlopt.kernel %y name "third" : (tensor<2048xf32>) -> tensor<2048xf32> {
  ^bb0(%a: tensor<2048xf32>):
    %1 = dlopt.softmax %a dim 0 : tensor<2048xf32> -> tensor<2048xf32>
    dlopt.yield %1 : tensor<2048xf32>
  }
  return %0, %2, %3 : tensor<4096xf32>, tensor<4096xf32>, tensor<2048xf32>
}

// -----

// Dynamic sizes: none is launched if there is no work; the fast function wants
// alignment, a row of whole vectors, and offsets of 31 bits. The kernel gets
// the sizes, the launch the number of rows.
// CHECK-LABEL: func.func @dynamic
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// CHECK-DAG: %[[COLS:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: memref.alloc(%[[ROWS]], %[[COLS]])
// CHECK: arith.cmpi sgt, %[[ROWS]], %c0
// CHECK: arith.remui %[[COLS]], %c8
// CHECK: arith.muli %[[ROWS]], %[[COLS]]
// CHECK: llvm.call @launch_softmax({{.*}}) : (i64, !llvm.ptr, !llvm.ptr, i64, i64) -> ()
// CHECK: llvm.call @launch_softmax_any(
// CHECK: gpu.func @softmax(
// CHECK: arith.trunci %{{.*}} : i64 to i32
// CHECK: gpu.func @softmax_any(
// CHECK-NOT: arith.trunci
// CHECK: gpu.return
func.func @dynamic(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %0 = dlopt.kernel %x name "softmax" : (tensor<?x?xf16>) -> tensor<?x?xf16> {
  ^bb0(%a: tensor<?x?xf16>):
    %1 = dlopt.softmax %a dim 1 : tensor<?x?xf16> -> tensor<?x?xf16>
    dlopt.yield %1 : tensor<?x?xf16>
  }
  return %0 : tensor<?x?xf16>
}

// -----

// A size that the body computes is computed again on the host.
// CHECK-LABEL: func.func @iota
// CHECK-SAME: %[[N:.*]]: index
// CHECK: memref.alloc(%[[N]])
// CHECK: llvm.call @launch_iota_1(
func.func @iota(%n: index) -> tensor<?xindex> {
  %0 = dlopt.kernel %n name "iota" : (index) -> tensor<?xindex> {
  ^bb0(%m: index):
    %1 = dlopt.map sizes(%m) : () -> tensor<?xindex> {
      %i = dlopt.index 0 : index
      dlopt.yield %i : index
    }
    dlopt.yield %1 : tensor<?xindex>
  }
  return %0 : tensor<?xindex>
}

// -----

// Nothing to do is nothing launched; an empty sum has something to do.
// CHECK-LABEL: func.func @empty
// CHECK: memref.alloc() {{.*}} : memref<0x4xf32>
// CHECK-NOT: @launch_nothing
// CHECK: llvm.call @launch_zeros(
func.func @empty(%x: tensor<0x4xf32>) -> (tensor<0x4xf32>, tensor<4xf32>) {
  %0 = dlopt.kernel %x name "nothing" : (tensor<0x4xf32>) -> tensor<0x4xf32> {
  ^bb0(%a: tensor<0x4xf32>):
    %1 = dlopt.softmax %a dim 1 : tensor<0x4xf32> -> tensor<0x4xf32>
    dlopt.yield %1 : tensor<0x4xf32>
  }
  %2 = dlopt.kernel %x name "zeros" : (tensor<0x4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<0x4xf32>):
    %1 = dlopt.reduce add %a dims [0] : tensor<0x4xf32> -> tensor<4xf32>
    dlopt.yield %1 : tensor<4xf32>
  }
  return %0, %2 : tensor<0x4xf32>, tensor<4xf32>
}

// -----

// More elements than 31 bits count: 64-bit indices, known here.
// CHECK-LABEL: gpu.func @huge(
// CHECK: arith.index_cast %{{.*}} : index to i64
// CHECK-NOT: to i32
// CHECK: gpu.return
func.func @f(%x: tensor<65536x65536xf16>) -> tensor<65536x65536xf16> {
  %0 = dlopt.kernel %x name "huge" : (tensor<65536x65536xf16>) -> tensor<65536x65536xf16> {
  ^bb0(%a: tensor<65536x65536xf16>):
    %1 = dlopt.map %a : (tensor<65536x65536xf16>) -> tensor<65536x65536xf16> {
    ^bb0(%e: f16):
      %2 = arith.negf %e : f16
      dlopt.yield %2 : f16
    }
    dlopt.yield %1 : tensor<65536x65536xf16>
  }
  return %0 : tensor<65536x65536xf16>
}

// -----

// What comes out lowers to buffers, each freed, and calls.
// RUN: dlopt-opt %s -split-input-file -dlopt-kernel-outline -one-shot-bufferize=bufferize-function-boundaries -buffer-deallocation-pipeline | FileCheck %s --check-prefix=BUFFERS
// BUFFERS-LABEL: func.func @chain
// BUFFERS: %[[FIRST:.*]] = memref.alloc
// BUFFERS: llvm.call @launch_
// BUFFERS: %[[SECOND:.*]] = memref.alloc
// BUFFERS: llvm.call @launch_
// BUFFERS: memref.dealloc %[[FIRST]]
// BUFFERS-NOT: memref.dealloc %[[SECOND]]
// BUFFERS: return
func.func @chain(%x: tensor<77xf32>) -> tensor<77xf32> {
  %0 = dlopt.kernel %x name "a" : (tensor<77xf32>) -> tensor<77xf32> {
  ^bb0(%a: tensor<77xf32>):
    %1 = dlopt.softmax %a dim 0 : tensor<77xf32> -> tensor<77xf32>
    dlopt.yield %1 : tensor<77xf32>
  }
  %1 = dlopt.kernel %0 name "b" : (tensor<77xf32>) -> tensor<77xf32> {
  ^bb0(%a: tensor<77xf32>):
    %1 = dlopt.softmax %a dim 0 log : tensor<77xf32> -> tensor<77xf32>
    dlopt.yield %1 : tensor<77xf32>
  }
  return %1 : tensor<77xf32>
}
