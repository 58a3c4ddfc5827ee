// RUN: dlopt-opt %s -split-input-file -canonicalize | FileCheck %s

// Sums start from +0 anyway; the accumulator type stays what init made it.
// CHECK-LABEL: func @zero_init(
// CHECK: dlopt.matmul %{{.*}}, %{{.*}} accumulate f64 : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
// CHECK: dlopt.conv %{{.*}}, %{{.*}} layouts ["w", "w", "w"] : tensor<9xi8>, tensor<3xi8> -> tensor<7xi32>
// CHECK: dlopt.reduce add %{{.*}} dims [1] : tensor<4x8xf32> -> tensor<4xf32>
// CHECK: dlopt.pool add %{{.*}} dims [1] window [2] : tensor<4x8xf32> -> tensor<4x7xf32>
func.func @zero_init(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>, %x: tensor<9xi8>, %w: tensor<3xi8>)
    -> (tensor<4x3xf32>, tensor<7xi32>, tensor<4xf32>, tensor<4x7xf32>) {
  %wide = arith.constant dense<0.0> : tensor<4x3xf64>
  %int = arith.constant dense<0> : tensor<7xi32>
  %row = arith.constant dense<0.0> : tensor<4xf32>
  %pool = arith.constant dense<0.0> : tensor<4x7xf32>
  %0 = dlopt.matmul %a, %b init %wide : tensor<4x8xf32>, tensor<8x3xf32>, tensor<4x3xf64> -> tensor<4x3xf32>
  %1 = dlopt.conv %x, %w layouts ["w", "w", "w"] init %int : tensor<9xi8>, tensor<3xi8>, tensor<7xi32> -> tensor<7xi32>
  %2 = dlopt.reduce add %a dims [1] init %row : tensor<4x8xf32>, tensor<4xf32> -> tensor<4xf32>
  %3 = dlopt.pool add %a dims [1] window [2] init %pool : tensor<4x8xf32>, tensor<4x7xf32> -> tensor<4x7xf32>
  return %0, %1, %2, %3 : tensor<4x3xf32>, tensor<7xi32>, tensor<4xf32>, tensor<4x7xf32>
}

// -----

// A dynamic fill of zeros counts too.
// CHECK-LABEL: func @dynamic_zero(
// CHECK: dlopt.matmul %{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<8x3xf32> -> tensor<?x3xf32>
func.func @dynamic_zero(%a: tensor<?x8xf32>, %b: tensor<8x3xf32>, %n: index) -> tensor<?x3xf32> {
  %zero = arith.constant 0.0 : f32
  %init = dlopt.map sizes(%n) : () -> tensor<?x3xf32> {
    dlopt.yield %zero : f32
  }
  %0 = dlopt.matmul %a, %b init %init : tensor<?x8xf32>, tensor<8x3xf32>, tensor<?x3xf32> -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// What the other kinds start from.
// CHECK-LABEL: func @other_kinds(
// CHECK-COUNT-3: dlopt.reduce {{.*}} dims [1] : tensor
func.func @other_kinds(%a: tensor<4x8xf16>, %i: tensor<4x8xi32>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xi32>) {
  %one = arith.constant dense<1.0> : tensor<4xf16>
  %low = arith.constant dense<0xFC00> : tensor<4xf16>
  %none = arith.constant dense<0> : tensor<4xi32>
  %0 = dlopt.reduce mul %a dims [1] init %one : tensor<4x8xf16>, tensor<4xf16> -> tensor<4xf16>
  %1 = dlopt.reduce max %a dims [1] init %low : tensor<4x8xf16>, tensor<4xf16> -> tensor<4xf16>
  %2 = dlopt.reduce or %i dims [1] init %none : tensor<4x8xi32>, tensor<4xi32> -> tensor<4xi32>
  return %0, %1, %2 : tensor<4xf16>, tensor<4xf16>, tensor<4xi32>
}

// -----

// Left alone: -0.0 shows in a sum of negative zeros, -inf as the start of
// maxnum in a row of NaNs, the largest finite number is not infinity.
// CHECK-LABEL: func @left_alone(
// CHECK-COUNT-3: init
func.func @left_alone(%a: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %minus = arith.constant dense<-0.0> : tensor<4xf32>
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %least = arith.constant dense<-3.40282347E+38> : tensor<4xf32>
  %0 = dlopt.reduce add %a dims [1] init %minus : tensor<4x8xf32>, tensor<4xf32> -> tensor<4xf32>
  %1 = dlopt.reduce maxnum %a dims [1] init %low : tensor<4x8xf32>, tensor<4xf32> -> tensor<4xf32>
  %2 = dlopt.reduce max %a dims [1] init %least : tensor<4x8xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A reduction of no dimension is its input, or a cast of it.
// CHECK-LABEL: func @no_dims(
// CHECK-SAME: %[[X:.*]]: tensor<4xf16>, %[[I:.*]]: tensor<4xi8>
// CHECK-NEXT: %[[C:.*]] = dlopt.cast %[[I]] unsigned : tensor<4xi8> to tensor<4xi32>
// CHECK-NEXT: return %[[X]], %[[C]]
func.func @no_dims(%x: tensor<4xf16>, %i: tensor<4xi8>) -> (tensor<4xf16>, tensor<4xi32>) {
  %0 = dlopt.reduce max %x dims [] : tensor<4xf16> -> tensor<4xf16>
  %1 = dlopt.reduce add %i dims [] unsigned : tensor<4xi8> -> tensor<4xi32>
  return %0, %1 : tensor<4xf16>, tensor<4xi32>
}

// -----

// Left alone: a float sum of one -0.0 is +0.0, and a narrow accumulator rounds.
// CHECK-LABEL: func @no_dims_left_alone(
// CHECK-COUNT-2: dlopt.reduce
func.func @no_dims_left_alone(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = dlopt.reduce add %x dims [] : tensor<4xf32> -> tensor<4xf32>
  %1 = dlopt.reduce max %x dims [] accumulate f16 : tensor<4xf32> -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
