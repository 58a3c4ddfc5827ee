// RUN: dlopt-opt %s -split-input-file -canonicalize | FileCheck %s

// A cast to the same type is nothing, unless it clamps infinities.
// CHECK-LABEL: func @same_type(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi8>
// CHECK-NEXT: %[[C:.*]] = dlopt.cast %[[X]] saturate : tensor<4xf32> to tensor<4xf32>
// CHECK-NEXT: return %[[X]], %[[C]], %[[I]]
func.func @same_type(%x: tensor<4xf32>, %i: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) {
  %0 = dlopt.cast %x rounding upward : tensor<4xf32> to tensor<4xf32>
  %1 = dlopt.cast %x saturate : tensor<4xf32> to tensor<4xf32>
  %2 = dlopt.cast %i saturate : tensor<4xi8> to tensor<4xi8>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi8>
}

// -----

// A widening that is undone is nothing.
// CHECK-LABEL: func @widen_narrow(
// CHECK-SAME: %[[X:.*]]: tensor<?xf16>, %[[I:.*]]: tensor<4xi8>
// CHECK-NEXT: return %[[X]], %[[I]]
func.func @widen_narrow(%x: tensor<?xf16>, %i: tensor<4xi8>) -> (tensor<?xf16>, tensor<4xi8>) {
  %0 = dlopt.cast %x : tensor<?xf16> to tensor<?xf32>
  %1 = dlopt.cast %0 : tensor<?xf32> to tensor<?xf16>
  %2 = dlopt.cast %i unsigned : tensor<4xi8> to tensor<4xi32>
  %3 = dlopt.cast %2 : tensor<4xi32> to tensor<4xi8>
  return %1, %3 : tensor<?xf16>, tensor<4xi8>
}

// -----

// Left alone: narrowing first rounds; f16 to bf16 loses bits; reading the sign
// in one way and clamping in another changes values.
// CHECK-LABEL: func @left_alone(
// CHECK-COUNT-6: dlopt.cast
func.func @left_alone(%x: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xf16>, tensor<4xi8>) {
  %0 = dlopt.cast %x : tensor<4xf32> to tensor<4xf16>
  %1 = dlopt.cast %0 : tensor<4xf16> to tensor<4xf32>
  %2 = dlopt.cast %h : tensor<4xf16> to tensor<4xbf16>
  %3 = dlopt.cast %2 : tensor<4xbf16> to tensor<4xf16>
  %4 = dlopt.cast %i unsigned : tensor<4xi8> to tensor<4xi32>
  %5 = dlopt.cast %4 saturate : tensor<4xi32> to tensor<4xi8>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf16>, tensor<4xi8>
}

// -----

// Two widenings are one.
// CHECK-LABEL: func @widen_twice(
// CHECK-SAME: %[[X:.*]]: tensor<4xf8E5M2>
// CHECK-NEXT: dlopt.cast %[[X]] : tensor<4xf8E5M2> to tensor<4xf32>
// CHECK-NEXT: return
func.func @widen_twice(%x: tensor<4xf8E5M2>) -> tensor<4xf32> {
  %0 = dlopt.cast %x : tensor<4xf8E5M2> to tensor<4xf16>
  %1 = dlopt.cast %0 : tensor<4xf16> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// f32 to f16: ties to even (2049 and 2051), overflow at the halfway point,
// denormals, signed zero, infinities and NaN.
// CHECK-LABEL: func @to_f16(
// CHECK: dense<[2.048000e+03, 2.052000e+03, 6.550400e+04, 0x7C00, 5.960460e-08, 0.000000e+00, -0.000000e+00, 0xFC00, 0x7E00]> : tensor<9xf16>
func.func @to_f16() -> tensor<9xf16> {
  %c = arith.constant dense<[2049.0, 2051.0, 65519.0, 65520.0, 5.9604645e-8, 2.9802322e-8, -0.0, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %0 = dlopt.cast %c : tensor<9xf32> to tensor<9xf16>
  return %0 : tensor<9xf16>
}

// -----

// f32 to f8E4M3FN: beyond 448 NaN, or 448 with saturate; NaN stays NaN.
// CHECK-LABEL: func @to_f8(
// CHECK-DAG: dense<[4.480000e+02, 0x7F, 0xFF, 0x7F, 1.953130e-03]> : tensor<5xf8E4M3FN>
// CHECK-DAG: dense<[4.480000e+02, 4.480000e+02, -4.480000e+02, 0x7F, 1.953130e-03]> : tensor<5xf8E4M3FN>
func.func @to_f8() -> (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) {
  %c = arith.constant dense<[464.0, 465.0, 0xFF800000, 0x7FC00000, 0.001953125]> : tensor<5xf32>
  %0 = dlopt.cast %c : tensor<5xf32> to tensor<5xf8E4M3FN>
  %1 = dlopt.cast %c saturate : tensor<5xf32> to tensor<5xf8E4M3FN>
  return %0, %1 : tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>
}

// -----

// Saturation to f16 and f8E5M2 gives the largest finite number, also for
// infinities.
// CHECK-LABEL: func @saturate_ieee(
// CHECK-DAG: dense<[6.550400e+04, -6.550400e+04]> : tensor<2xf16>
// CHECK-DAG: dense<[5.734400e+04, -5.734400e+04]> : tensor<2xf8E5M2>
func.func @saturate_ieee() -> (tensor<2xf16>, tensor<2xf8E5M2>) {
  %c = arith.constant dense<[1.0e10, 0xFF800000]> : tensor<2xf32>
  %0 = dlopt.cast %c saturate : tensor<2xf32> to tensor<2xf16>
  %1 = dlopt.cast %c saturate : tensor<2xf32> to tensor<2xf8E5M2>
  return %0, %1 : tensor<2xf16>, tensor<2xf8E5M2>
}

// -----

// Floats to integers in each direction.
// CHECK-LABEL: func @to_integer(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<[2, -2, 3]> : tensor<3xi32>
// CHECK-DAG: %[[EVEN:.*]] = arith.constant dense<[2, -2, 4]> : tensor<3xi32>
// CHECK-DAG: %[[DOWN:.*]] = arith.constant dense<[2, -3, 3]> : tensor<3xi32>
// CHECK-DAG: %[[UP:.*]] = arith.constant dense<[3, -2, 4]> : tensor<3xi32>
// CHECK-DAG: %[[AWAY:.*]] = arith.constant dense<[3, -3, 4]> : tensor<3xi32>
// CHECK: return %[[ZERO]], %[[EVEN]], %[[DOWN]], %[[UP]], %[[AWAY]]
func.func @to_integer() -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %c = arith.constant dense<[2.5, -2.5, 3.5]> : tensor<3xf32>
  %0 = dlopt.cast %c : tensor<3xf32> to tensor<3xi32>
  %1 = dlopt.cast %c rounding nearest_even : tensor<3xf32> to tensor<3xi32>
  %2 = dlopt.cast %c rounding downward : tensor<3xf32> to tensor<3xi32>
  %3 = dlopt.cast %c rounding upward : tensor<3xf32> to tensor<3xi32>
  %4 = dlopt.cast %c rounding nearest_away : tensor<3xf32> to tensor<3xi32>
  return %0, %1, %2, %3, %4 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}

// -----

// Saturation to integers, with NaN as 0; without it the value is unspecified
// and stays a cast.
// CHECK-LABEL: func @saturate_integer(
// CHECK-DAG: dense<[127, -128, 0, 127]> : tensor<4xi8>
// CHECK-DAG: dense<[-1, 0, 0, -56]> : tensor<4xi8>
// CHECK-DAG: dense<[9223372036854775807, -9223372036854775808, 0, 200]> : tensor<4xi64>
// CHECK: dlopt.cast %{{.*}} : tensor<4xf32> to tensor<4xi8>
func.func @saturate_integer() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi64>, tensor<4xi8>) {
  %c = arith.constant dense<[1.0e30, -1.0e30, 0x7FC00000, 200.0]> : tensor<4xf32>
  %0 = dlopt.cast %c saturate : tensor<4xf32> to tensor<4xi8>
  %1 = dlopt.cast %c saturate unsigned : tensor<4xf32> to tensor<4xi8>
  %2 = dlopt.cast %c saturate : tensor<4xf32> to tensor<4xi64>
  %3 = dlopt.cast %c : tensor<4xf32> to tensor<4xi8>
  return %0, %1, %2, %3 : tensor<4xi8>, tensor<4xi8>, tensor<4xi64>, tensor<4xi8>
}

// -----

// Integers to floats round once: 2^24 + 1 and 2^53 + 2^29 + 1, which a detour
// through f64 would round to another f32; back in i64 all digits show.
// CHECK-LABEL: func @from_integer(
// CHECK-DAG: dense<[16777216, 9007200328482816, -1]> : tensor<3xi64>
// CHECK-DAG: dense<2.550000e+02> : tensor<2xf16>
func.func @from_integer() -> (tensor<3xi64>, tensor<2xf16>) {
  %c = arith.constant dense<[16777217, 9007199791611905, -1]> : tensor<3xi64>
  %b = arith.constant dense<-1> : tensor<2xi8>
  %0 = dlopt.cast %c : tensor<3xi64> to tensor<3xf32>
  %1 = dlopt.cast %0 : tensor<3xf32> to tensor<3xi64>
  %2 = dlopt.cast %b unsigned : tensor<2xi8> to tensor<2xf16>
  return %1, %2 : tensor<3xi64>, tensor<2xf16>
}

// -----

// Integers to integers: low bits, sign or zero extension, clamping.
// CHECK-LABEL: func @integers(
// CHECK-DAG: %[[LOW:.*]] = arith.constant dense<[44, -1]> : tensor<2xi8>
// CHECK-DAG: %[[CLAMP:.*]] = arith.constant dense<[127, -1]> : tensor<2xi8>
// CHECK-DAG: %[[CLAMPU:.*]] = arith.constant dense<-1> : tensor<2xi8>
// CHECK-DAG: %[[ZEXT:.*]] = arith.constant dense<[300, 4294967295]> : tensor<2xi64>
// CHECK: return %[[LOW]], %[[CLAMP]], %[[CLAMPU]], %[[ZEXT]]
func.func @integers() -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi64>) {
  %c = arith.constant dense<[300, -1]> : tensor<2xi32>
  %0 = dlopt.cast %c : tensor<2xi32> to tensor<2xi8>
  %1 = dlopt.cast %c saturate : tensor<2xi32> to tensor<2xi8>
  %2 = dlopt.cast %c saturate unsigned : tensor<2xi32> to tensor<2xi8>
  %3 = dlopt.cast %c unsigned : tensor<2xi32> to tensor<2xi64>
  return %0, %1, %2, %3 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi64>
}

// -----

// Rounding other than to nearest folds only what is exact; resources, empty
// and dynamic tensors stay.
// CHECK-LABEL: func @not_folded(
// CHECK-DAG: arith.constant dense<5.000000e-01> : tensor<2xf16>
// CHECK-DAG: dlopt.cast %{{.*}} rounding upward : tensor<2xf32> to tensor<2xf16>
// CHECK-DAG: dlopt.cast %{{.*}} : tensor<2xf32> to tensor<2xbf16>
// CHECK-DAG: dlopt.cast %{{.*}} : tensor<0xf32> to tensor<0xf16>
func.func @not_folded() -> (tensor<2xf16>, tensor<2xf16>, tensor<2xbf16>, tensor<0xf16>) {
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %third = arith.constant dense<0.3> : tensor<2xf32>
  %resource = arith.constant dense_resource<blob> : tensor<2xf32>
  %empty = arith.constant dense<> : tensor<0xf32>
  %0 = dlopt.cast %half rounding upward : tensor<2xf32> to tensor<2xf16>
  %1 = dlopt.cast %third rounding upward : tensor<2xf32> to tensor<2xf16>
  %2 = dlopt.cast %resource : tensor<2xf32> to tensor<2xbf16>
  %3 = dlopt.cast %empty : tensor<0xf32> to tensor<0xf16>
  return %0, %1, %2, %3 : tensor<2xf16>, tensor<2xf16>, tensor<2xbf16>, tensor<0xf16>
}
