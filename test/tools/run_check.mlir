// A file that says itself what to call and what must come out.
// RUN: split-file %s %t
// RUN: %exits 0 dlopt-run --quiet --check %t/right.mlir | FileCheck %s --check-prefix=RIGHT
// RIGHT: OUT 0: tensor<2xf32>: ok, 2 elements
// RUN: %exits 0 dlopt-run --quiet --check %t/right.mlir --target cpu --verify
// RUN: %exits 1 dlopt-run --quiet --check %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: dlopt-run: error: OUT 0 is wrong in 1 of 2 elements
// RUN: %exits 1 dlopt-run --quiet --check %t/type.mlir 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: dlopt-run: error: line 2: IN 0 is tensor<2xf64>, @f takes tensor<2xf32>
// RUN: %exits 1 dlopt-run --quiet --check %t/count.mlir 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: dlopt-run: error: the header gives 2 inputs, @f takes 1
// RUN: %exits 1 dlopt-run --quiet --check %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: dlopt-run: error: {{.*}}none.mlir: no '// CALL: @function' in the comments before the program

//--- right.mlir
// CALL: @f
// IN 0: tensor<2xf32> = [1, nan]
// OUT 0: tensor<2xf32> = [2, nan] TOL exact
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.addf %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- wrong.mlir
// CALL: @f
// IN 0: tensor<2xf32> = [1, 2]
// OUT 0: tensor<2xf32> = [1, nan] TOL abs=100 rel=100
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
//--- type.mlir
// CALL: @f
// IN 0: tensor<2xf64> = [1, 2]
// OUT 0: tensor<2xf32> = [1, 2] TOL exact
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
//--- count.mlir
// CALL: @f
// IN 0: tensor<2xf32> = [1, 2]
// IN 1: tensor<2xf32> = [1, 2]
// OUT 0: tensor<2xf32> = [1, 2] TOL exact
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
//--- none.mlir
func.func @f(%a: tensor<2xf32>) {
  return
}
