// What a program does wrong while it runs ends the tool with one line.
// UNSUPPORTED: asan
// RUN: %exits 1 dlopt-run --quiet %s --entry assert 2>&1 | FileCheck %s --check-prefix=ASSERT
// ASSERT: dlopt-run: error: {{.*}}run_faults.mlir:[[#@LINE+37]]:3: index out of range
// RUN: %exits 1 dlopt-run --quiet %s --entry divide --arg 0=1 --arg 1=0 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: dlopt-run: error: the program divided an integer by zero, or the smallest one by -1
// RUN: %exits 0 dlopt-run --quiet %s --entry divide --arg 0=7 --arg 1=2 | FileCheck %s --check-prefix=QUOTIENT
// QUOTIENT: result 0: i32 = [3]
// RUN: %exits 1 dlopt-run --quiet %s --entry outside --arg 1=100000000000 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: dlopt-run: error: the program accessed memory out of bounds, or recursed too deep

// A buffer that the program takes for larger than the caller made it.
// RUN: %exits 1 dlopt-run --quiet %s --entry larger --shape 0=16 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: %exits 0 dlopt-run --quiet %s --entry larger --shape 0=4096

// Indices that are out of bounds by one, at any place.
// RUN: %exits 1 dlopt-run --quiet %s --entry extract --arg 1=4 2>&1 | FileCheck %s --check-prefix=EXTRACT
// RUN: %exits 1 dlopt-run --quiet %s --entry extract --arg 1=-1 2>&1 | FileCheck %s --check-prefix=EXTRACT
// EXTRACT: dlopt-run: error: {{.*}}run_faults.mlir:{{[0-9]+}}:8: tensor.extract outside of tensor<4xf32>
// RUN: %exits 0 dlopt-run --quiet %s --entry extract --arg 1=3 | FileCheck %s --check-prefix=RIGHT
// RIGHT: result 0: f32
// RUN: %exits 1 dlopt-run --quiet %s --entry insert --arg 1=4 2>&1 | FileCheck %s --check-prefix=INSERT
// INSERT: dlopt-run: error: {{.*}}:8: tensor.insert outside of tensor<4xf32>
// RUN: %exits 1 dlopt-run --quiet %s --entry load --shape 0=7 --arg 1=7 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: %exits 1 dlopt-run --quiet %s --entry load --shape 0=7 --arg 1=7 --no-import 2>&1 | FileCheck %s --check-prefix=LOAD
// LOAD: dlopt-run: error: {{.*}}:8: memref.load outside of memref<?xf32>
// RUN: %exits 1 dlopt-run --quiet %s --entry gather --arg 1=9 2>&1 | FileCheck %s --check-prefix=GATHER
// GATHER: dlopt-run: error: {{.*}}: tensor.extract outside of tensor<9x2xf32>
// RUN: %exits 0 dlopt-run --quiet %s --entry gather --arg 1=8 --verify
// RUN: %exits 1 dlopt-run --quiet %s --entry deep --opt-level 0 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: %exits 3 dlopt-run --quiet %s --entry huge 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: dlopt-run: error: out of memory: a buffer of {{[0-9]+}} bytes was refused
// RUN: %exits 3 dlopt-run --quiet %s --entry huge_argument 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: dlopt-run: error: no memory for tensor<1000000x1000000x1000xf32> (4000000000000000 bytes)
// RUN: %exits 1 dlopt-run --quiet %s --entry unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: dlopt-run: error: external function @nowhere is not defined; give a shared library that defines it with --library
// RUN: %exits 1 dlopt-run --quiet %s --entry unknown --library %t/none.so 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: dlopt-run: error: --library {{.*}}none.so: {{.*}}cannot open shared object file
func.func @assert(%i: index) {
  %false = arith.constant false
  cf.assert %false, "index out of range"
  return
}
func.func @divide(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}
func.func @outside(%a: memref<4xf32>, %i: index) -> f32 {
  %0 = affine.load %a[symbol(%i)] : memref<4xf32>
  return %0 : f32
}
func.func @deep(%a: f32) -> f32 {
  %0 = call @deep(%a) : (f32) -> f32
  %1 = arith.addf %0, %a : f32
  return %1 : f32
}
func.func @huge(%a: f32) -> tensor<1000000x1000000x1000xf32> {
  %0 = tensor.splat %a : tensor<1000000x1000000x1000xf32>
  return %0 : tensor<1000000x1000000x1000xf32>
}
func.func @huge_argument(%a: tensor<1000000x1000000x1000xf32>) {
  return
}
func.func private @nowhere() -> i32
func.func @unknown() -> i32 {
  %0 = call @nowhere() : () -> i32
  return %0 : i32
}
func.func @extract(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  return %0 : f32
}
func.func @insert(%t: tensor<4xf32>, %i: index, %v: f32) -> tensor<4xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @load(%m: memref<?xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i] : memref<?xf32>
  return %0 : f32
}
func.func @gather(%t: tensor<9x2xf32>, %id: i64) -> tensor<3x2xf32> {
  %ids = tensor.splat %id : tensor<3xi64>
  %e = tensor.empty() : tensor<3x2xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%n: i64, %o: f32):
    %k = arith.index_cast %n : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%k, %j] : tensor<9x2xf32>
    linalg.yield %v : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
func.func @larger(%m: memref<*xf32>) {
  %all = memref.reinterpret_cast %m to offset: [0], sizes: [4096], strides: [1] : memref<*xf32> to memref<4096xf32>
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%all : memref<4096xf32>)
  return
}
