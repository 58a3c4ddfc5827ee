// Which function is called.
// RUN: split-file %s %t
// RUN: %exits 0 dlopt-run --quiet %t/interface.mlir | FileCheck %s --check-prefix=INTERFACE
// INTERFACE: result 0: i32 = [7]
// RUN: %exits 0 dlopt-run --quiet %t/forward.mlir | FileCheck %s --check-prefix=FORWARD
// FORWARD: result 0: i32 = [2]
// RUN: %exits 0 dlopt-run --quiet %t/forward.mlir --entry other | FileCheck %s --check-prefix=OTHER
// RUN: %exits 0 dlopt-run --quiet %t/forward.mlir --entry @other | FileCheck %s --check-prefix=OTHER
// OTHER: result 0: i32 = [1]
// RUN: %exits 1 dlopt-run --quiet %t/several.mlir 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: dlopt-run: error: several functions, choose one with --entry: @one, @two
// RUN: %exits 1 dlopt-run --quiet %t/several.mlir --entry three 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %exits 1 dlopt-run --quiet %t/several.mlir --entry outside 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: dlopt-run: error: no function @{{three|outside}} with a body to call; public ones: @one, @two
// RUN: %exits 1 dlopt-run --quiet %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: dlopt-run: error: the program has no public function with a body

//--- interface.mlir
func.func @start() {
  call @f() : () -> i32
  return
}
func.func @f() -> i32 {
  %0 = arith.constant 7 : i32
  return %0 : i32
}
//--- forward.mlir
func.func @other() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
func.func @forward() -> i32 {
  %0 = arith.constant 2 : i32
  return %0 : i32
}
//--- several.mlir
func.func @one(%a: i32) { return }
func.func @two(%a: i32) { return }
func.func private @hidden(%a: i32) { return }
func.func private @outside(i32)
//--- none.mlir
func.func private @outside(i32)
