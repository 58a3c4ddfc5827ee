// Text of older MLIR: each construct is told once, with its place, the release
// that changed it and the way out, also where two changed in the same way.
// RUN: %exits 1 dlopt-run --quiet %s 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: run_old.mlir:[[#@LINE+7]]:8: error: 'tosa.negate': the zero points are operands now (changed in LLVM 21); --upgrade mends it
// CHECK-NEXT: run_old.mlir:[[#@LINE+8]]:8: error: 'tosa.matmul': the zero points are operands now (changed in LLVM 21); --upgrade mends it
// CHECK-NEXT: dlopt-run: error: {{.*}}run_old.mlir: not an MLIR 22 program
// RUN: %exits 0 dlopt-run --quiet --upgrade %s 2>&1 | FileCheck %s --check-prefix=UPGRADE
// UPGRADE: mended 3 uses of older MLIR
// UPGRADE: result 0: tensor<1x2x2xf32>
func.func @f(%a: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %0 = "tosa.negate"(%a) : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %1 = "tosa.negate"(%0) : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %2 = "tosa.matmul"(%1, %a) : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  return %2 : tensor<1x2x2xf32>
}
