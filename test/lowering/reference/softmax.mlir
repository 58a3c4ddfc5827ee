// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// Maximum, exponentials of the difference, sum and quotient, all f32; a row
// that is -inf throughout becomes 0.
// CHECK-LABEL: func.func @zero
// CHECK: arith.maximumf {{.*}} : f32
// CHECK: arith.subf
// CHECK: math.exp {{.*}} : f32
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.divf
// CHECK: arith.cmpf oeq
// CHECK: arith.select
// CHECK: arith.truncf
func.func @zero(%x: tensor<4x?xf16>) -> tensor<4x?xf16> {
  %0 = dlopt.softmax %x dim 1 masked_rows zero : tensor<4x?xf16> -> tensor<4x?xf16>
  return %0 : tensor<4x?xf16>
}

// -----

// The logarithm is x - m - ln(s), not the logarithm of a quotient.
// CHECK-LABEL: func.func @log
// CHECK: math.log
// CHECK-NOT: arith.divf
// CHECK-NOT: arith.select
func.func @log(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = dlopt.softmax %x dim 0 log : tensor<3x5xf32> -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

// Upstream's own operation, which no pass of upstream takes apart.
// CHECK-LABEL: func.func @named
// CHECK-NOT: linalg.softmax
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.divf
func.func @named(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
