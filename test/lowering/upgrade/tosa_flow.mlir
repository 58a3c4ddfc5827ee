// Control flow.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @cond_if(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.cond_if %c -> (tensor<2xf32>) {
  tosa.yield %a : tensor<2xf32> } else { tosa.yield %a : tensor<2xf32> }
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @cond_if
// CHECK: %0 = tosa.cond_if %arg0 : tensor<i1> -> tensor<2xf32> {
// CHECK: tosa.yield %arg1 : tensor<2xf32>
// CHECK: } else {
// CHECK: tosa.yield %arg1 : tensor<2xf32>
