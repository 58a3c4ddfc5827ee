// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @plain(
func.func @plain(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  %0 = dlopt.matmul %a, %b : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: func @all_clauses(
func.func @all_clauses(%a: tensor<8x4xf32>, %b: tensor<3x8xf32>, %c: tensor<4x3xf64>) {
  // CHECK: dlopt.matmul %{{.*}} transposed, %{{.*}} transposed init %{{.*}} accumulate f64 numerics tf32 : tensor<8x4xf32>, tensor<3x8xf32>, tensor<4x3xf64> -> tensor<4x3xf32>
  %0 = dlopt.matmul %a transposed, %b transposed init %c accumulate f64 numerics tf32 : tensor<8x4xf32>, tensor<3x8xf32>, tensor<4x3xf64> -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: func @default_numerics(
func.func @default_numerics(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor
  %0 = dlopt.matmul %a, %b numerics ieee : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: func @integers(
func.func @integers(%a: tensor<4x8xi8>, %b: tensor<8x3xi4>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} unsigned : tensor<4x8xi8>, tensor<8x3xi4> -> tensor<4x3xi32>
  %0 = dlopt.matmul %a, %b unsigned : tensor<4x8xi8>, tensor<8x3xi4> -> tensor<4x3xi32>
  return
}

// CHECK-LABEL: func @mixed_floats(
func.func @mixed_floats(%a: tensor<4x8xf8E4M3FN>, %b: tensor<8x3xbf16>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<4x8xf8E4M3FN>, tensor<8x3xbf16> -> tensor<4x3xf16>
  %0 = dlopt.matmul %a, %b : tensor<4x8xf8E4M3FN>, tensor<8x3xbf16> -> tensor<4x3xf16>
  return
}

// CHECK-LABEL: func @batches(
func.func @batches(%a: tensor<2x1x4x8xf32>, %b: tensor<5x8x3xf32>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<2x1x4x8xf32>, tensor<5x8x3xf32> -> tensor<2x5x4x3xf32>
  %0 = dlopt.matmul %a, %b : tensor<2x1x4x8xf32>, tensor<5x8x3xf32> -> tensor<2x5x4x3xf32>
  return
}

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%a: tensor<?x?x?xf32>, %b: tensor<?x?xf32>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?xf32> -> tensor<?x?x?xf32>
  %0 = dlopt.matmul %a, %b : tensor<?x?x?xf32>, tensor<?x?xf32> -> tensor<?x?x?xf32>
  return
}

// CHECK-LABEL: func @less_static_result(
func.func @less_static_result(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<?x3xf32>
  %0 = dlopt.matmul %a, %b : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func @more_static_result(
func.func @more_static_result(%a: tensor<?x8xf32>, %b: tensor<8x?xf32>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<8x?xf32> -> tensor<4x3xf32>
  %0 = dlopt.matmul %a, %b : tensor<?x8xf32>, tensor<8x?xf32> -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: func @empty(
func.func @empty(%a: tensor<0x0xf32>, %b: tensor<0x3xf32>) {
  // CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<0x0xf32>, tensor<0x3xf32> -> tensor<0x3xf32>
  %0 = dlopt.matmul %a, %b : tensor<0x0xf32>, tensor<0x3xf32> -> tensor<0x3xf32>
  return
}
