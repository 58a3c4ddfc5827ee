// RUN: dlopt-opt %s -split-input-file -dlopt-reference-to-linalg | FileCheck %s

// Saturating: clamped with operations that let NaN through, then rounded.
// CHECK-LABEL: func.func @saturate
// CHECK: %[[LOW:.*]] = arith.maximumf %in, %{{.*}} : f32
// CHECK: %[[BOTH:.*]] = arith.minimumf %[[LOW]], %{{.*}} : f32
// CHECK: arith.truncf %[[BOTH]] : f32 to f8E4M3FN
func.func @saturate(%x: tensor<4xf32>) -> tensor<4xf8E4M3FN> {
  %0 = dlopt.cast %x saturate : tensor<4xf32> to tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// -----

// Plain: arith's own conversion.
// CHECK-LABEL: func.func @plain
// CHECK: ^bb0
// CHECK-NEXT: arith.truncf %in : f32 to bf16
// CHECK-NEXT: linalg.yield
func.func @plain(%x: tensor<4xf32>) -> tensor<4xbf16> {
  %0 = dlopt.cast %x : tensor<4xf32> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// Other directions correct the nearest number by a unit of its bits.
// CHECK-LABEL: func.func @toward_zero
// CHECK: arith.truncf
// CHECK: arith.bitcast %{{.*}} : bf16 to i16
// CHECK: arith.subi %{{.*}} : i16
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @toward_zero(%x: tensor<4xf32>) -> tensor<4xbf16> {
  %0 = dlopt.cast %x rounding toward_zero : tensor<4xf32> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// Out of range, fptosi is poison: it sees a zero there.
// CHECK-LABEL: func.func @to_int
// CHECK: %[[R:.*]] = math.roundeven %in
// CHECK: %[[SAFE:.*]] = arith.select %{{.*}}, %[[R]], %{{.*}} : f32
// CHECK: arith.fptosi %[[SAFE]] : f32 to i8
// CHECK: arith.select %{{.*}}, %c127_i8
// CHECK: arith.select %{{.*}}, %c-128_i8
func.func @to_int(%x: tensor<4xf32>) -> tensor<4xi8> {
  %0 = dlopt.cast %x rounding nearest_even saturate : tensor<4xf32> to tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// i32 does not fit into f32: it goes through f64, and from there through an f32
// rounded to odd, to round once.
// CHECK-LABEL: func.func @to_f16
// CHECK: arith.sitofp %in : i32 to f64
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.cmpi eq
// CHECK: %[[ODD:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.truncf %[[ODD]] : f32 to f16
func.func @to_f16(%x: tensor<4xi32>) -> tensor<4xf16> {
  %0 = dlopt.cast %x : tensor<4xi32> to tensor<4xf16>
  return %0 : tensor<4xf16>
}
