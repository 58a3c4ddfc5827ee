// Options of our passes, and our named pipelines, in a stock mlir-opt.
// UNSUPPORTED: asan

// A remark is given only where the option asks for it.
// RUN: mlir-opt %s --load-dialect-plugin=%dlopt_plugin --load-pass-plugin=%dlopt_plugin --pass-pipeline='builtin.module(func.func(cse,dlopt-import-from-linalg{remarks=true keep-accumulators=false},canonicalize))' 2>&1 | FileCheck %s --check-prefixes=CHECK,REMARK
// RUN: mlir-opt %s --load-dialect-plugin=%dlopt_plugin --load-pass-plugin=%dlopt_plugin --pass-pipeline='builtin.module(func.func(cse,dlopt-import-from-linalg,canonicalize))' 2>&1 | FileCheck %s --implicit-check-not=remark

// A named pipeline among upstream's passes. (mlir-opt makes its flags before it
// loads plugins, so that passes and pipelines of plugins have names only here.)
// RUN: mlir-opt %s --load-dialect-plugin=%dlopt_plugin --load-pass-plugin=%dlopt_plugin --pass-pipeline='builtin.module(dlopt-import)' | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%dlopt_plugin --load-pass-plugin=%dlopt_plugin --pass-pipeline='builtin.module(inline,dlopt-import,dlopt-reference-to-linalg,canonicalize)' | FileCheck %s --check-prefix=BACK

// Each kind of option prints back as it was read.
// RUN: mlir-opt %s --load-dialect-plugin=%dlopt_plugin --load-pass-plugin=%dlopt_plugin --dump-pass-pipeline --pass-pipeline='builtin.module(dlopt-import-fill-elided{seed=7},func.func(dlopt-import-from-linalg{remarks=true}))' 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: dlopt-import-fill-elided{seed=7}
// DUMP: dlopt-import-from-linalg{{.*}}remarks=true

// A value of the wrong type.
// RUN: not mlir-opt %s --load-pass-plugin=%dlopt_plugin --pass-pipeline='builtin.module(dlopt-import-fill-elided{seed=seven})' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: seven

// REMARK: remark:
// CHECK-LABEL: func.func @product
// CHECK: dlopt.matmul
// CHECK-NOT: linalg.matmul
// BACK-LABEL: func.func @product
// BACK-NOT: dlopt.
// BACK: linalg.{{generic|matmul}}
func.func @product(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>,
                   %s: memref<4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  // On a buffer: it stays, and a remark says why.
  linalg.fill ins(%zero : f32) outs(%s : memref<4xf32>)
  %empty = tensor.empty() : tensor<2x4xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4xf32>)
      -> tensor<2x4xf32>
  %result = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>)
      outs(%start : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %result : tensor<2x4xf32>
}
