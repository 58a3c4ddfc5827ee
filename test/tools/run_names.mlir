// A function that is called like one of the math library would be called in its
// place: refused. Names of other libraries are a program's own.
// RUN: split-file %s %t
// RUN: %exits 1 dlopt-run --quiet %t/expf.mlir 2>&1 | FileCheck %s --check-prefix=EXPF
// EXPF: error: function @expf is called like one of the math library, which compiled code calls: rename it
// RUN: %exits 0 dlopt-run --quiet %t/malloc.mlir --arg 0=2.0 | FileCheck %s --check-prefix=MALLOC
// MALLOC: result 0: f32 = [7.389

//--- expf.mlir
func.func @expf(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- malloc.mlir
func.func @malloc(%a: f32) -> f32 {
  %0 = math.exp %a : f32
  return %0 : f32
}
