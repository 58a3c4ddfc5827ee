// An external function is not whatever the process happens to have under its
// name: of the C library nothing, of the math library what takes scalars.
// RUN: split-file %s %t
// RUN: sed s/NAME/malloc/ %t/tensor.mlir > %t/one.mlir && %exits 1 dlopt-run --quiet %t/one.mlir 2>&1 | FileCheck %s -DNAME=malloc
// RUN: sed s/NAME/strlen/ %t/tensor.mlir > %t/one.mlir && %exits 1 dlopt-run --quiet %t/one.mlir 2>&1 | FileCheck %s -DNAME=strlen
// RUN: sed s/NAME/qsort/ %t/tensor.mlir > %t/one.mlir && %exits 1 dlopt-run --quiet %t/one.mlir 2>&1 | FileCheck %s -DNAME=qsort
// RUN: sed s/NAME/tanhf/ %t/tensor.mlir > %t/one.mlir && %exits 1 dlopt-run --quiet %t/one.mlir 2>&1 | FileCheck %s -DNAME=tanhf
// CHECK: dlopt-run: error: external function @[[NAME]] is not defined; give a shared library that defines it with --library
// RUN: sed s/NAME/free/ %t/nothing.mlir > %t/one.mlir && %exits 0 dlopt-run --quiet %t/one.mlir 2>&1 | FileCheck %s -DNAME=free --check-prefix=NOTHING
// RUN: sed s/NAME/exit/ %t/nothing.mlir > %t/one.mlir && %exits 0 dlopt-run --quiet %t/one.mlir 2>&1 | FileCheck %s -DNAME=exit --check-prefix=NOTHING
// RUN: sed s/NAME/abort/ %t/nothing.mlir > %t/one.mlir && %exits 0 dlopt-run --quiet %t/one.mlir 2>&1 | FileCheck %s -DNAME=abort --check-prefix=NOTHING
// NOTHING: warning: external function @[[NAME]] is not defined: calls of it do nothing
// NOTHING: result 0: i32 = [7]
// RUN: %exits 1 dlopt-run --quiet %t/integer.mlir 2>&1 | FileCheck %s --check-prefix=INTEGER
// INTEGER: error: external function @toupper is not defined
// RUN: %exits 0 dlopt-run --quiet %t/math.mlir --arg 0=-8 | FileCheck %s --check-prefix=MATH
// MATH: result 0: f64 = [-2]

// What a given library is linked with does not count as its own.
// RUN: cc -shared -fPIC %S/library.c -o %t.so
// RUN: sed s/NAME/malloc/ %t/tensor.mlir > %t/one.mlir
// RUN: %exits 1 dlopt-run --quiet %t/one.mlir --library %t.so 2>&1 | FileCheck %s -DNAME=malloc

//--- tensor.mlir
func.func private @NAME(index) -> tensor<4xf32>
func.func @f(%a: index) -> tensor<4xf32> {
  %0 = call @NAME(%a) : (index) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- nothing.mlir
func.func private @NAME(tensor<4xf32>)
func.func @f(%a: tensor<4xf32>) -> i32 {
  call @NAME(%a) : (tensor<4xf32>) -> ()
  %0 = arith.constant 7 : i32
  return %0 : i32
}
//--- integer.mlir
func.func private @toupper(i32) -> i32
func.func @f(%a: i32) -> i32 {
  %0 = call @toupper(%a) : (i32) -> i32
  return %0 : i32
}
//--- math.mlir
func.func private @cbrt(f64) -> f64
func.func @f(%a: f64) -> f64 {
  %0 = call @cbrt(%a) : (f64) -> f64
  return %0 : f64
}
