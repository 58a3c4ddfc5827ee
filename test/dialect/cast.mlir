// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @nearest_even(
func.func @nearest_even(%x: tensor<4x?xf32>) {
  // CHECK: dlopt.cast %{{.*}} rounding nearest_even : tensor<4x?xf32> to tensor<4x?xf16>
  %0 = dlopt.cast %x rounding nearest_even : tensor<4x?xf32> to tensor<4x?xf16>
  return
}

// CHECK-LABEL: func @toward_zero(
func.func @toward_zero(%x: tensor<4x?xf32>) {
  // CHECK: dlopt.cast %{{.*}} rounding toward_zero : tensor<4x?xf32> to tensor<4x?xf16>
  %0 = dlopt.cast %x rounding toward_zero : tensor<4x?xf32> to tensor<4x?xf16>
  return
}

// CHECK-LABEL: func @downward(
func.func @downward(%x: tensor<4x?xf32>) {
  // CHECK: dlopt.cast %{{.*}} rounding downward : tensor<4x?xf32> to tensor<4x?xf16>
  %0 = dlopt.cast %x rounding downward : tensor<4x?xf32> to tensor<4x?xf16>
  return
}

// CHECK-LABEL: func @upward(
func.func @upward(%x: tensor<4x?xf32>) {
  // CHECK: dlopt.cast %{{.*}} rounding upward : tensor<4x?xf32> to tensor<4x?xf16>
  %0 = dlopt.cast %x rounding upward : tensor<4x?xf32> to tensor<4x?xf16>
  return
}

// CHECK-LABEL: func @nearest_away(
func.func @nearest_away(%x: tensor<4x?xf32>) {
  // CHECK: dlopt.cast %{{.*}} rounding nearest_away : tensor<4x?xf32> to tensor<4x?xf16>
  %0 = dlopt.cast %x rounding nearest_away : tensor<4x?xf32> to tensor<4x?xf16>
  return
}

// CHECK-LABEL: func @all_clauses(
func.func @all_clauses(%x: tensor<4xf32>) {
  // CHECK: dlopt.cast %{{.*}} rounding upward saturate unsigned : tensor<4xf32> to tensor<4xi8>
  %0 = dlopt.cast %x rounding upward saturate unsigned : tensor<4xf32> to tensor<4xi8>
  return
}

// CHECK-LABEL: func @from_unsigned(
func.func @from_unsigned(%x: tensor<4xi8>) {
  // CHECK: dlopt.cast %{{.*}} unsigned : tensor<4xi8> to tensor<4xbf16>
  %0 = dlopt.cast %x unsigned : tensor<4xi8> to tensor<4xbf16>
  return
}

// CHECK-LABEL: func @between_integers(
func.func @between_integers(%x: tensor<i64>) {
  // CHECK: dlopt.cast %{{.*}} saturate : tensor<i64> to tensor<i1>
  %0 = dlopt.cast %x saturate : tensor<i64> to tensor<i1>
  return
}

// CHECK-LABEL: func @to_f8(
func.func @to_f8(%x: tensor<4xf16>) {
  // CHECK: dlopt.cast %{{.*}} saturate : tensor<4xf16> to tensor<4xf8E4M3FN>
  %0 = dlopt.cast %x saturate : tensor<4xf16> to tensor<4xf8E4M3FN>
  return
}
