// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @add(
func.func @add(%x: tensor<4x?x2xbf16>) {
  // CHECK: dlopt.reduce add %{{.*}} dims [1, 2] : tensor<4x?x2xbf16> -> tensor<4xbf16>
  %0 = dlopt.reduce add %x dims [1, 2] : tensor<4x?x2xbf16> -> tensor<4xbf16>
  return
}

// CHECK-LABEL: func @mul(
func.func @mul(%x: tensor<4x?x2xf32>) {
  // CHECK: dlopt.reduce mul %{{.*}} dims [1, 2] : tensor<4x?x2xf32> -> tensor<4xf32>
  %0 = dlopt.reduce mul %x dims [1, 2] : tensor<4x?x2xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @max(
func.func @max(%x: tensor<4x?x2xf16>) {
  // CHECK: dlopt.reduce max %{{.*}} dims [1, 2] : tensor<4x?x2xf16> -> tensor<4xf16>
  %0 = dlopt.reduce max %x dims [1, 2] : tensor<4x?x2xf16> -> tensor<4xf16>
  return
}

// CHECK-LABEL: func @min(
func.func @min(%x: tensor<4x?x2xi8>) {
  // CHECK: dlopt.reduce min %{{.*}} dims [1, 2] : tensor<4x?x2xi8> -> tensor<4xi8>
  %0 = dlopt.reduce min %x dims [1, 2] : tensor<4x?x2xi8> -> tensor<4xi8>
  return
}

// CHECK-LABEL: func @maxnum(
func.func @maxnum(%x: tensor<4x?x2xf64>) {
  // CHECK: dlopt.reduce maxnum %{{.*}} dims [1, 2] : tensor<4x?x2xf64> -> tensor<4xf64>
  %0 = dlopt.reduce maxnum %x dims [1, 2] : tensor<4x?x2xf64> -> tensor<4xf64>
  return
}

// CHECK-LABEL: func @minnum(
func.func @minnum(%x: tensor<4x?x2xf32>) {
  // CHECK: dlopt.reduce minnum %{{.*}} dims [1, 2] : tensor<4x?x2xf32> -> tensor<4xf32>
  %0 = dlopt.reduce minnum %x dims [1, 2] : tensor<4x?x2xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @and(
func.func @and(%x: tensor<4x?x2xi1>) {
  // CHECK: dlopt.reduce and %{{.*}} dims [1, 2] : tensor<4x?x2xi1> -> tensor<4xi1>
  %0 = dlopt.reduce and %x dims [1, 2] : tensor<4x?x2xi1> -> tensor<4xi1>
  return
}

// CHECK-LABEL: func @or(
func.func @or(%x: tensor<4x?x2xi32>) {
  // CHECK: dlopt.reduce or %{{.*}} dims [1, 2] : tensor<4x?x2xi32> -> tensor<4xi32>
  %0 = dlopt.reduce or %x dims [1, 2] : tensor<4x?x2xi32> -> tensor<4xi32>
  return
}

// CHECK-LABEL: func @xor(
func.func @xor(%x: tensor<4x?x2xi64>) {
  // CHECK: dlopt.reduce xor %{{.*}} dims [1, 2] : tensor<4x?x2xi64> -> tensor<4xi64>
  %0 = dlopt.reduce xor %x dims [1, 2] : tensor<4x?x2xi64> -> tensor<4xi64>
  return
}

// CHECK-LABEL: func @all_clauses(
func.func @all_clauses(%x: tensor<4x8xi8>, %i: tensor<4xi16>) {
  // CHECK: dlopt.reduce add %{{.*}} dims [1] init %{{.*}} accumulate i64 unsigned : tensor<4x8xi8>, tensor<4xi16> -> tensor<4xi32>
  %0 = dlopt.reduce add %x dims [1] init %i accumulate i64 unsigned : tensor<4x8xi8>, tensor<4xi16> -> tensor<4xi32>
  return
}

// CHECK-LABEL: func @to_scalar(
func.func @to_scalar(%x: tensor<4x0xf32>) {
  // CHECK: dlopt.reduce add %{{.*}} dims [0, 1] : tensor<4x0xf32> -> tensor<f32>
  %0 = dlopt.reduce add %x dims [0, 1] : tensor<4x0xf32> -> tensor<f32>
  return
}

// CHECK-LABEL: func @of_scalar(
func.func @of_scalar(%x: tensor<f32>) {
  // CHECK: dlopt.reduce add %{{.*}} dims [] : tensor<f32> -> tensor<f32>
  %0 = dlopt.reduce add %x dims [] : tensor<f32> -> tensor<f32>
  return
}
