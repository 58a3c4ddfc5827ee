// RUN: dlopt-opt %s -split-input-file -dlopt-host-device-memory -canonicalize -cse | FileCheck %s

// Bytes of a buffer of open size; what is freed is what was allocated.
// CHECK-LABEL: func.func @alloc(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[SIZE:.*]] = arith.muli %[[N]], %c8
// CHECK: %[[BYTES:.*]] = arith.index_cast %[[SIZE]] : index to i64
// CHECK: %[[P:.*]] = llvm.call @dlopt_device_alloc(%[[BYTES]]) : (i64) -> !llvm.ptr
// CHECK: llvm.insertvalue %[[P]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[P]], %{{.*}}[1]
// CHECK: %[[VIEW:.*]] = memref.view %{{.*}}[%c0][%[[N]]] : memref<?xi8> to memref<4x?xf16>
// CHECK: call @use(%[[VIEW]])
// CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[VIEW]]
// CHECK: %[[CAST:.*]] = arith.index_cast %[[BASE]]
// CHECK: %[[AGAIN:.*]] = llvm.inttoptr %[[CAST]]
// CHECK: llvm.call @dlopt_device_free(%[[AGAIN]])
// CHECK: llvm.func @dlopt_device_alloc(i64) -> !llvm.ptr
// CHECK: llvm.func @dlopt_device_free(!llvm.ptr)
func.func @alloc(%n: index) {
  %0 = memref.alloc(%n) : memref<4x?xf16>
  call @use(%0) : (memref<4x?xf16>) -> ()
  memref.dealloc %0 : memref<4x?xf16>
  return
}
func.func private @use(%0: memref<4x?xf16>) {
  return
}

// -----

// i1 and i4 take a byte each, an index eight; nothing takes nothing.
// CHECK-LABEL: func.func @elements(
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i64
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : i64
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i64
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK: llvm.call @dlopt_device_alloc(%[[C3]])
// CHECK: llvm.call @dlopt_device_alloc(%[[C5]])
// CHECK: llvm.call @dlopt_device_alloc(%[[C16]])
// CHECK: llvm.call @dlopt_device_alloc(%[[C0]])
// CHECK: llvm.call @dlopt_device_alloc(%c4_i64)
func.func @elements() -> (memref<3xi1>, memref<5xi4>, memref<2xindex>, memref<0xf32>, memref<f32>) {
  %0 = memref.alloc() : memref<3xi1>
  %1 = memref.alloc() : memref<5xi4>
  %2 = memref.alloc() : memref<2xindex>
  %3 = memref.alloc() : memref<0xf32>
  %4 = memref.alloc() : memref<f32>
  return %0, %1, %2, %3, %4 : memref<3xi1>, memref<5xi4>, memref<2xindex>, memref<0xf32>, memref<f32>
}

// -----

// Buffers in a row are copied at once, also a slice of whole rows, which starts
// at an offset.
// CHECK-LABEL: func.func @copy_rows(
// CHECK: %[[BYTES:.*]] = arith.constant 64 : i64
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: arith.addi %{{.*}}, %c32
// CHECK: llvm.call @dlopt_device_copy(%{{.*}}, %{{.*}}, %[[BYTES]])
// CHECK-NOT: copy_strided
func.func @copy_rows(%from: memref<8x8xf32>, %to: memref<2x8xf32>) {
  %0 = memref.subview %from[1, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 8>>
  memref.copy %0, %to : memref<2x8xf32, strided<[8, 1], offset: 8>> to memref<2x8xf32>
  return
}

// -----

// Columns are copied element by element: both places' strides, the sizes.
// CHECK-LABEL: func.func @copy_columns(
// CHECK-DAG: %[[TO:.*]] = memref.alloca() : memref<2xi64>
// CHECK-DAG: memref.store %c3_i64
// CHECK-DAG: memref.store %c8_i64
// CHECK-DAG: memref.store %c1_i64
// CHECK: llvm.call @dlopt_device_copy_strided(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c2_i64, %c4_i64)
func.func @copy_columns(%from: memref<8x8xf32>, %to: memref<8x3xf32>) {
  %0 = memref.subview %from[0, 2] [8, 3] [1, 1] : memref<8x8xf32> to memref<8x3xf32, strided<[8, 1], offset: 2>>
  memref.copy %0, %to : memref<8x3xf32, strided<[8, 1], offset: 2>> to memref<8x3xf32>
  return
}

// -----

// Of a buffer whose strides are open, nothing is assumed.
// CHECK-LABEL: func.func @copy_open(
// CHECK: memref.extract_strided_metadata
// CHECK: llvm.call @dlopt_device_copy_strided(
func.func @copy_open(%from: memref<?x?xf32, strided<[?, ?], offset: ?>>, %to: memref<?x?xf32>) {
  memref.copy %from, %to : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
  return
}

// -----

// A copy of a buffer to itself is none.
// CHECK-LABEL: func.func @copy_itself(
// CHECK-NOT: llvm.call
func.func @copy_itself(%from: memref<4xf32>) {
  memref.copy %from, %from : memref<4xf32> to memref<4xf32>
  return
}

// -----

// One element to the host, by way of its stack, and one back.
// CHECK-LABEL: func.func @element(
// CHECK-SAME: %[[BUFFER:.*]]: memref<4x8xf16>, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK-DAG: %[[SLOT:.*]] = memref.alloca() : memref<1xf16>
// CHECK-DAG: %[[ROW:.*]] = arith.muli %[[I]], %c16
// CHECK-DAG: %[[COLUMN:.*]] = arith.muli %[[J]], %c2
// CHECK: llvm.call @dlopt_device_read(%{{.*}}, %{{.*}}, %c2_i64)
// CHECK: %[[VALUE:.*]] = memref.load %{{.*}}[%c0] : memref<1xf16>
// CHECK: memref.store %[[VALUE]], %{{.*}}[%c0] : memref<1xf16>
// CHECK: llvm.call @dlopt_device_write(%{{.*}}, %{{.*}}, %c2_i64)
// CHECK: return %[[VALUE]]
func.func @element(%buffer: memref<4x8xf16>, %i: index, %j: index) -> f16 {
  %0 = memref.load %buffer[%i, %j] : memref<4x8xf16>
  memref.store %0, %buffer[%j, %i] : memref<4x8xf16>
  return %0 : f16
}

// -----

// An access in a loop takes its room on the stack once.
// CHECK-LABEL: func.func @loop(
// CHECK: memref.alloca() : memref<1xf32>
// CHECK: scf.for
// CHECK-NOT: memref.alloca
// CHECK: llvm.call @dlopt_device_write
func.func @loop(%buffer: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %buffer[%i] : memref<8xf32>
  }
  return
}

// -----

// Constants leave the code: one number each, their data on the module.
// CHECK: module attributes {dlopt.constants = [dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, dense<3> : tensor<4xi8>], dlopt.kernels = []
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func @constants(
// CHECK: llvm.call @dlopt_device_constant(%c0_i64)
// CHECK: memref.view {{.*}} to memref<2xf32>
// CHECK: llvm.call @dlopt_device_constant(%c1_i64)
// CHECK: memref.view {{.*}} to memref<4xi8>
memref.global "private" constant @b : memref<4xi8> = dense<3>
memref.global "private" constant @a : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" constant @unused : memref<2xf32> = dense<[1.0, 5.0]>
func.func @constants() -> (memref<2xf32>, memref<2xf32>, memref<4xi8>) {
  %0 = memref.get_global @a : memref<2xf32>
  %1 = memref.get_global @a : memref<2xf32>
  %2 = memref.get_global @b : memref<4xi8>
  return %0, %1, %2 : memref<2xf32>, memref<2xf32>, memref<4xi8>
}

// -----

// Ownership: freed if owned, not retained, and not the same as one freed
// before; a retained one is owned if what it is was.
// CHECK-LABEL: func.func @owned(
// CHECK-SAME: %[[A:.*]]: memref<f32>, %[[B:.*]]: memref<f32>, %[[OA:.*]]: i1, %[[OB:.*]]: i1, %[[KEPT:.*]]: memref<f32>
// CHECK: %[[SAME_A:.*]] = arith.cmpi eq
// CHECK: %[[OWNED_A:.*]] = arith.andi %[[SAME_A]], %[[OA]]
// CHECK: llvm.call @dlopt_device_free
// CHECK: %[[SAME_B:.*]] = arith.cmpi eq
// CHECK: %[[OWNED_B:.*]] = arith.andi %[[SAME_B]], %[[OB]]
// CHECK: %[[OWNED:.*]] = arith.ori %[[OWNED_A]], %[[OWNED_B]]
// CHECK: %[[FREED:.*]] = arith.select
// CHECK: llvm.call @dlopt_device_free
// CHECK: return %[[OWNED]]
func.func @owned(%a: memref<f32>, %b: memref<f32>, %oa: i1, %ob: i1, %kept: memref<f32>) -> i1 {
  %0 = bufferization.dealloc (%a, %b : memref<f32>, memref<f32>) if (%oa, %ob) retain (%kept : memref<f32>)
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @clone(
// CHECK: llvm.call @dlopt_device_alloc
// CHECK: llvm.call @dlopt_device_copy
func.func @clone(%a: memref<?xf32>) -> memref<?xf32> {
  %0 = bufferization.clone %a : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// A buffer on the stack is one of the GPU that ends with its block.
// CHECK-LABEL: func.func @alloca(
// CHECK: llvm.call @dlopt_device_alloc
// CHECK: llvm.call @dlopt_device_copy
// CHECK: llvm.call @dlopt_device_free
// CHECK-NEXT: return
func.func @alloca(%a: memref<4xf32>) {
  %0 = memref.alloca() : memref<4xf32>
  memref.copy %a, %0 : memref<4xf32> to memref<4xf32>
  return
}

// -----

// The sizes of a reshape lie on the GPU: they are read at once.
// CHECK-LABEL: func.func @reshape(
// CHECK: memref.alloca() : memref<3xi32>
// CHECK: llvm.call @dlopt_device_read(%{{.*}}, %{{.*}}, %c12_i64)
// CHECK-NOT: dlopt_device_read
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%{{.*}}, 4, %{{.*}}], strides: [%{{.*}}, %{{.*}}, 1] : memref<?xf32> to memref<?x4x?xf32>
func.func @reshape(%a: memref<?xf32>, %sizes: memref<3xi32>) -> memref<?x4x?xf32> {
  %0 = memref.reshape %a(%sizes) : (memref<?xf32>, memref<3xi32>) -> memref<?x4x?xf32>
  return %0 : memref<?x4x?xf32>
}

// -----

// A function that is defined elsewhere gets copies in the host's memory, which
// are copied back, but for one that it only reads.
// CHECK-LABEL: func.func @external(
// CHECK: %[[H:.*]] = llvm.call @_mlir_memref_to_llvm_alloc(%c16_i64)
// CHECK: llvm.call @dlopt_device_read(%[[H]], %{{.*}}, %c16_i64)
// CHECK: %[[COPY:.*]] = memref.view {{.*}} to memref<4xf32>
// CHECK: %[[CAST:.*]] = memref.cast %[[COPY]] : memref<4xf32> to memref<*xf32>
// CHECK: %[[H2:.*]] = llvm.call @_mlir_memref_to_llvm_alloc(%c16_i64)
// CHECK: call @elsewhere(%[[CAST]], %{{.*}}) : (memref<*xf32>, memref<4xf32>) -> f32
// CHECK-NEXT: llvm.call @_mlir_memref_to_llvm_free(%[[H]])
// CHECK: llvm.call @dlopt_device_write(%{{.*}}, %[[H2]], %c16_i64)
// CHECK: llvm.call @_mlir_memref_to_llvm_free(%[[H2]])
func.func private @elsewhere(memref<*xf32> {bufferization.access = "read"}, memref<4xf32>) -> f32
func.func @external(%a: memref<4xf32>, %b: memref<4xf32>) -> f32 {
  %0 = memref.cast %a : memref<4xf32> to memref<*xf32>
  %1 = call @elsewhere(%0, %b) : (memref<*xf32>, memref<4xf32>) -> f32
  return %1 : f32
}

// -----

// A column is made a row of its own first, and comes back as a column.
// CHECK-LABEL: func.func @external_column(
// CHECK: llvm.call @dlopt_device_alloc
// CHECK: llvm.call @dlopt_device_copy_strided
// CHECK: llvm.call @dlopt_device_read
// CHECK: call @elsewhere
// CHECK: llvm.call @dlopt_device_write
// CHECK: llvm.call @dlopt_device_copy_strided
// CHECK: llvm.call @dlopt_device_free
func.func private @elsewhere(memref<4xf32, strided<[?], offset: ?>>)
func.func @external_column(%a: memref<4xf32, strided<[?], offset: ?>>) {
  call @elsewhere(%a) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
  return
}

// -----

// Launches: a row in the table of kernels, and its number; two launches of one
// kernel share it. Arguments go by way of the stack.
// CHECK: module attributes {{.*}}dlopt.kernels = [
// CHECK-SAME: {arguments = 2 : i64, block = array<i64: 128, 1, 1>, cluster = array<i64: 0, 0, 0>, module = @m, name = "f", schedule = "row", shared = 0 : i64, what = "f at {{.*}}device_memory.mlir:{{[0-9]+}}:{{[0-9]+}}"},
// CHECK-SAME: {arguments = 0 : i64, block = array<i64: 32, 2, 1>, cluster = array<i64: 2, 1, 1>, module = @m, name = "g", shared = 4096 : i64, what = "g at
// CHECK-SAME: ]
// CHECK: llvm.func internal @launch_f(%[[GRID:.*]]: i64, %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64)
// CHECK-DAG: %[[ARRAY:.*]] = llvm.alloca %c2_i64 x !llvm.ptr
// CHECK-DAG: %[[A:.*]] = llvm.alloca %c1_i64 x !llvm.ptr
// CHECK: llvm.store %[[P]], %[[A]]
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[ARRAY]][1]
// CHECK: llvm.call @dlopt_device_launch(%c0_i64, %{{.*}}, %{{.*}}, %{{.*}}, %[[ARRAY]])
// CHECK: llvm.func internal @launch_again
// CHECK: llvm.call @dlopt_device_launch(%c0_i64,
// CHECK: llvm.func internal @launch_g
// CHECK: llvm.call @dlopt_device_launch(%c1_i64,
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%p: !llvm.ptr, %n: i64) kernel attributes {dlopt.schedule = "row"} {
      gpu.return
    }
    gpu.func @g() kernel {
      gpu.return
    }
  }
  llvm.func internal @launch_f(%grid: i64, %p: !llvm.ptr, %n: i64) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %0 = arith.index_cast %grid : i64 to index
    gpu.launch_func @m::@f blocks in (%0, %c1, %c1) threads in (%c128, %c1, %c1) args(%p : !llvm.ptr, %n : i64)
    llvm.return
  }
  llvm.func internal @launch_again(%p: !llvm.ptr, %n: i64) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%p : !llvm.ptr, %n : i64)
    llvm.return
  }
  llvm.func internal @launch_g() {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %shared = arith.constant 4096 : i32
    gpu.launch_func @m::@g clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c32, %c2, %c1) dynamic_shared_memory_size %shared
    llvm.return
  }
}
