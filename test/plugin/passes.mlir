// A stock mlir-opt runs our passes between upstream ones.
// UNSUPPORTED: asan
// RUN: mlir-opt %s --load-dialect-plugin=%dlopt_plugin --load-pass-plugin=%dlopt_plugin --pass-pipeline='builtin.module(func.func(canonicalize,cse),dlopt-reference-to-linalg,func.func(canonicalize,linalg-generalize-named-ops))' | FileCheck %s

// The second of two equal sums goes by cse, which needs our ops to be pure; the
// first becomes linalg, which upstream's pass then generalises.
// CHECK-LABEL: func.func @sums
// CHECK-NOT: dlopt
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK-NOT: "reduction"
// CHECK: return %[[SUM]], %[[SUM]] : tensor<4xf32>, tensor<4xf32>
func.func @sums(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = dlopt.reduce add %x dims [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = dlopt.reduce add %x dims [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
