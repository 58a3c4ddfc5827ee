// RUN: dlopt-opt %s | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -mlir-print-op-generic | dlopt-opt | FileCheck %s
// RUN: dlopt-opt %s -emit-bytecode | dlopt-opt | FileCheck %s

// Every form of the op survives text, generic text and bytecode.

// CHECK-LABEL: func @plain(
func.func @plain(%q: tensor<8x16x64xf16>, %k: tensor<8x32x64xf16>, %v: tensor<8x32x48xf16>) {
  // CHECK: dlopt.attention %{{.*}}, %{{.*}}, %{{.*}} scale 1.250000e-01 : tensor<8x16x64xf16>, tensor<8x32x64xf16>, tensor<8x32x48xf16> -> tensor<8x16x48xf16>
  %0 = dlopt.attention %q, %k, %v scale 1.250000e-01 : tensor<8x16x64xf16>, tensor<8x32x64xf16>, tensor<8x32x48xf16> -> tensor<8x16x48xf16>
  return
}

// CHECK-LABEL: func @all_clauses(
func.func @all_clauses(%q: tensor<2x8x16x64xf16>, %k: tensor<2x2x?x64xbf16>, %v: tensor<2x2x?x64xbf16>, %m: tensor<2x1x16x?xf32>) {
  // CHECK: dlopt.attention %{{.*}}, %{{.*}}, %{{.*}} mask %{{.*}} scale 1.250000e-01 causal masked_rows zero : tensor<2x8x16x64xf16>, tensor<2x2x?x64xbf16>, tensor<2x2x?x64xbf16>, tensor<2x1x16x?xf32> -> tensor<2x8x16x64xf32>
  %0 = dlopt.attention %q, %k, %v mask %m scale 1.250000e-01 causal masked_rows zero : tensor<2x8x16x64xf16>, tensor<2x2x?x64xbf16>, tensor<2x2x?x64xbf16>, tensor<2x1x16x?xf32> -> tensor<2x8x16x64xf32>
  return
}

// CHECK-LABEL: func @key_mask(
func.func @key_mask(%q: tensor<2x8x16x64xf16>, %k: tensor<2x8x4x64xf16>, %m: tensor<4xi1>) {
  // CHECK: dlopt.attention %{{.*}}, %{{.*}}, %{{.*}} mask %{{.*}} scale 1.000000e+00 : tensor<2x8x16x64xf16>, tensor<2x8x4x64xf16>, tensor<2x8x4x64xf16>, tensor<4xi1> -> tensor<2x8x16x64xf16>
  %0 = dlopt.attention %q, %k, %k mask %m scale 1.000000e+00 : tensor<2x8x16x64xf16>, tensor<2x8x4x64xf16>, tensor<2x8x4x64xf16>, tensor<4xi1> -> tensor<2x8x16x64xf16>
  return
}

// CHECK-LABEL: func @no_keys(
func.func @no_keys(%q: tensor<8x16x64xf16>, %k: tensor<8x0x64xf16>) {
  // CHECK: dlopt.attention %{{.*}}, %{{.*}}, %{{.*}} scale 1.000000e+00 : tensor<8x16x64xf16>, tensor<8x0x64xf16>, tensor<8x0x64xf16> -> tensor<8x16x64xf16>
  %0 = dlopt.attention %q, %k, %k scale 1.000000e+00 : tensor<8x16x64xf16>, tensor<8x0x64xf16>, tensor<8x0x64xf16> -> tensor<8x16x64xf16>
  return
}
