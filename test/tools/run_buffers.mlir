// Buffers: what they hold after the call is a result; any rank where it is
// open; layouts that a host cannot give are refused.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/npy.py %t/matrix.npy '<f4' '[[1, 2], [3, 4]]'
// RUN: %python %S/npy.py %t/integers.npy '<i4' '[1, 2]'
// RUN: %exits 0 dlopt-run --quiet %s --entry open --arg 0=%t/matrix.npy | FileCheck %s
// CHECK: result 0: tensor<2x2xf32> = [5, 2, 3, 4]
// RUN: %exits 0 dlopt-run --quiet %s --entry open --shape 0=3x1x2 --verify | FileCheck %s --check-prefix=SHAPE
// SHAPE: result 0: tensor<3x1x2xf32> = [5,
// SHAPE: verify: result 0: tensor<3x1x2xf32>: ok

// The integers of a kernel are its place in a grid: 0 unless given.
// RUN: %exits 0 dlopt-run --quiet %s --entry open --seed 5 --shape 0=4 | FileCheck %s --check-prefix=PLACE
// RUN: %exits 0 dlopt-run --quiet %s --entry open --seed 6 --shape 0=4 | FileCheck %s --check-prefix=PLACE
// PLACE: result 0: tensor<4xf32> = [5, {{-?[0-9].*, -?[0-9].*, -?[0-9].*}}]
// RUN: %exits 0 dlopt-run --quiet %s --entry open --arg 0=%t/matrix.npy --arg 1=2 | FileCheck %s --check-prefix=TWO
// TWO: result 0: tensor<2x2xf32> = [1, 2, 5, 4]

// RUN: %exits 2 dlopt-run --quiet %s --entry open 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: dlopt-run: error: argument 0 is a buffer of open rank: give --shape 0=..x.. or --arg 0=FILE.npy
// RUN: %exits 1 dlopt-run --quiet %s --entry open --arg 0=%t/integers.npy 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: integers.npy: expected f32 of any shape (items '<f4'), found items '<i4' of shape (2,)
// RUN: %exits 1 dlopt-run --quiet %s --entry strided 2>&1 | FileCheck %s --check-prefix=STRIDED
// STRIDED: dlopt-run: error: argument 0 of type memref<2x2xf32, strided<[8, 1]>>: buffers come in row-major order; open the strides
// RUN: %exits 0 dlopt-run --quiet %s --entry row_major | FileCheck %s --check-prefix=ROWS
// ROWS: result 0: tensor<2x2xf32>
// RUN: %exits 1 dlopt-run --quiet %s --entry returned --shape 0=2 2>&1 | FileCheck %s --check-prefix=RETURNED
// RETURNED: dlopt-run: error: result 0 of type memref<*xf32>: a buffer of open rank cannot be a result
// RUN: %exits 2 dlopt-run --quiet %s --entry row_open 2>&1 | FileCheck %s --check-prefix=ROWOPEN
// ROWOPEN: dlopt-run: error: argument 0 of type memref<?x2xf32> has open sizes
// RUN: %exits 1 dlopt-run --quiet %s --entry complex_buffer 2>&1 | FileCheck %s --check-prefix=COMPLEXBUFFER
// COMPLEXBUFFER: dlopt-run: error: argument 0 of type memref<2xcomplex<f32>>: unknown element type
// RUN: %exits 1 dlopt-run --quiet %s --entry complex  2>&1 | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: dlopt-run: error: argument 0 of type complex<f32>: unknown element type 'complex'
func.func @open(%a: memref<*xf32>, %place: i32) {
  %five = arith.constant 5.0 : f32
  %zero = arith.constant 0 : index
  %offset = arith.index_cast %place : i32 to index
  %0 = memref.reinterpret_cast %a to offset: [%offset], sizes: [1], strides: [1]
      : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
  memref.store %five, %0[%zero] : memref<1xf32, strided<[1], offset: ?>>
  return
}
func.func @strided(%a: memref<2x2xf32, strided<[8, 1]>>) {
  return
}
func.func @row_major(%a: memref<2x2xf32, strided<[2, ?], offset: ?>>) {
  return
}
func.func @returned(%a: memref<*xf32>) -> memref<*xf32> {
  return %a : memref<*xf32>
}
func.func @complex(%a: complex<f32>) {
  return
}
func.func @complex_buffer(%a: memref<2xcomplex<f32>>) {
  return
}
func.func @row_open(%a: memref<?x2xf32>) {
  return
}
