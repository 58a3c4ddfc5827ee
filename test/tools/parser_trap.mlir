// Text on which MLIR's parser aborts or faults is refused before it parses, in
// the pretty form and through an alias; the quoted form may hold the attribute.
// RUN: split-file %s %t
// RUN: %exits 1 dlopt-run --quiet %t/pretty.mlir 2>&1 | FileCheck %s --check-prefix=PRETTY
// RUN: %exits 1 dlopt-opt %t/pretty.mlir 2>&1 | FileCheck %s --check-prefix=PRETTY
// PRETTY: pretty.mlir:3:47: {{.*}}is a list of strings
// RUN: %exits 1 dlopt-opt %t/alias.mlir 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: %exits 1 dlopt-opt < %t/alias.mlir 2>&1 | FileCheck %s --check-prefix=STDIN
// RUN: cat %t/alias.mlir | %exits 1 dlopt-opt - 2>&1 | FileCheck %s --check-prefix=STDIN
// STDIN: -:3:31: error: {{.*}}is a list of strings
// ALIAS: alias.mlir:3:31: error: {{.*}}is a list of strings
// RUN: %exits 1 dlopt-compile --quiet %t/number.mlir 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: number.mlir:3:47: {{.*}}is a list of strings
// RUN: %exits 0 dlopt-opt %t/quoted.mlir | FileCheck %s --check-prefix=QUOTED
// RUN: cat %t/quoted.mlir | %exits 0 dlopt-opt | FileCheck %s --check-prefix=QUOTED
// RUN: %exits 0 dlopt-opt --show-dialects < /dev/null | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: dlopt
// QUOTED: iterator_types = ["parallel"]
// RUN: %exits 1 dlopt-run --quiet %t/name.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: the name of the function to call holds a NUL

//--- pretty.mlir
#m = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps=[#m,#m], iterator_types=[#linalg.iterator_type<parallel>]} ins(%a:tensor<4xf32>) outs(%a:tensor<4xf32>) { ^bb0(%x:f32,%y:f32): linalg.yield %x:f32 } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- alias.mlir
#m = affine_map<(d0) -> (d0)>
#i = #linalg.iterator_type<parallel>
#t = {indexing_maps=[#m, #m], iterator_types = [#i]}
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic #t ins(%a:tensor<4xf32>) outs(%a:tensor<4xf32>) { ^bb0(%x:f32,%y:f32): linalg.yield %x:f32 } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- number.mlir
#m = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps=[#m,#m], iterator_types=["parallel", 3]} ins(%a:tensor<4xf32>) outs(%a:tensor<4xf32>) { ^bb0(%x:f32,%y:f32): linalg.yield %x:f32 } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- quoted.mlir
#m = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "linalg.generic"(%a, %a) <{indexing_maps = [#m, #m], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- name.mlir
func.func @"x\00y"(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
