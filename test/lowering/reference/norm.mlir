// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// The variance is a second pass over the differences to the mean; the number of
// elements is a value where the sizes are dynamic.
// CHECK-LABEL: func.func @layer_norm
// CHECK: %[[COUNT:.*]] = arith.sitofp
// CHECK: arith.divf %{{.*}}, %[[COUNT]]
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: %[[D:.*]] = arith.subf
// CHECK: arith.mulf %[[D]], %[[D]]
// CHECK: math.sqrt
// CHECK: arith.subf
// CHECK: arith.divf
// CHECK: arith.mulf
// CHECK: arith.addf
func.func @layer_norm(%x: tensor<2x?x64xf16>, %g: tensor<?x64xf32>, %b: tensor<?x64xf32>) -> tensor<2x?x64xf16> {
  %0 = dlopt.layer_norm %x scale %g bias %b axis 1 epsilon 1.0e-5
      : tensor<2x?x64xf16>, tensor<?x64xf32>, tensor<?x64xf32> -> tensor<2x?x64xf16>
  return %0 : tensor<2x?x64xf16>
}

// -----

// Squares are taken in f32, where 300 squared fits.
// CHECK-LABEL: func.func @rms_norm
// CHECK: %[[X:.*]] = arith.extf %in : f16 to f32
// CHECK: arith.mulf %[[X]], %[[X]] : f32
// CHECK-NOT: arith.subf
// CHECK: math.sqrt {{.*}} : f32
func.func @rms_norm(%x: tensor<3x64xf16>) -> tensor<3x64xf16> {
  %0 = dlopt.rms_norm %x axis 1 epsilon 1.0e-6 : tensor<3x64xf16> -> tensor<3x64xf16>
  return %0 : tensor<3x64xf16>
}
