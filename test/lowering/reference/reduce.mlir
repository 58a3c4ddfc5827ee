// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// f16 sums in f32 from +0, and is rounded once at the end.
// CHECK-LABEL: func.func @sum
// CHECK: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: linalg.fill ins(%[[START]] : f32)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: arith.extf
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.truncf
func.func @sum(%x: tensor<4x?xf16>) -> tensor<4xf16> {
  %0 = dlopt.reduce add %x dims [1] : tensor<4x?xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// The initial value takes the neutral element's place.
// CHECK-LABEL: func.func @init
// CHECK-NOT: linalg.fill
// CHECK: linalg.generic {{.*}} outs(%arg1 : tensor<i8>)
// CHECK: arith.minui
func.func @init(%x: tensor<4x3xi8>, %i: tensor<i8>) -> tensor<i8> {
  %0 = dlopt.reduce min %x dims [0, 1] init %i unsigned : tensor<4x3xi8>, tensor<i8> -> tensor<i8>
  return %0 : tensor<i8>
}
