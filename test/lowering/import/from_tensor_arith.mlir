// RUN: dlopt-opt %s --dlopt-import-from-linalg --split-input-file | FileCheck %s

// Operations on whole tensors: attributes stay, a scalar operand is used from
// above, scalar code is not touched.
// CHECK-LABEL: @elementwise(
// CHECK: %[[S:.*]] = arith.addf %arg2, %arg2 : f32
// CHECK: %[[C:.*]] = dlopt.map %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1> {
// CHECK: arith.cmpf ult, %{{.*}}, %{{.*}} fastmath<nnan> : f32
// CHECK: %[[T:.*]] = dlopt.map %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {
// CHECK: arith.select %arg3,
// CHECK: %[[U:.*]]:2 = dlopt.map %arg4, %arg4 : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
// CHECK: arith.mulsi_extended
// CHECK: return %[[S]], %[[C]], %[[T]], %[[U]]#1
func.func @elementwise(%a: tensor<?xf32>, %b: tensor<?xf32>, %s: f32, %p: i1, %i: tensor<4xi32>)
    -> (f32, tensor<?xi1>, tensor<?xf32>, tensor<4xi32>) {
  %0 = arith.addf %s, %s : f32
  %1 = arith.cmpf ult, %a, %b fastmath<nnan> : tensor<?xf32>
  %2 = arith.select %p, %a, %b : tensor<?xf32>
  %low, %high = arith.mulsi_extended %i, %i : tensor<4xi32>
  return %0, %1, %2, %high : f32, tensor<?xi1>, tensor<?xf32>, tensor<4xi32>
}

// -----

// Conversions are casts with the rounding of arith; constants stay. A narrowing
// and widening pair is two casts.
// CHECK-LABEL: @casts(
// CHECK: arith.constant dense<
// CHECK: %[[N:.*]] = dlopt.cast %arg0 : tensor<4xf32> to tensor<4xbf16>
// CHECK: dlopt.cast %[[N]] : tensor<4xbf16> to tensor<4xf32>
// CHECK: dlopt.cast %arg0 rounding toward_zero : tensor<4xf32> to tensor<4xf16>
// CHECK: dlopt.cast %arg0 rounding downward : tensor<4xf32> to tensor<4xf16>
// CHECK: dlopt.cast %arg0 unsigned : tensor<4xf32> to tensor<4xi8>
func.func @casts(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<4xi8>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = arith.truncf %a : tensor<4xf32> to tensor<4xbf16>
  %1 = arith.extf %0 : tensor<4xbf16> to tensor<4xf32>
  %2 = arith.truncf %a to_nearest_even : tensor<4xf32> to tensor<4xf16>
  %3 = arith.truncf %a toward_zero : tensor<4xf32> to tensor<4xf16>
  %4 = arith.truncf %a downward : tensor<4xf32> to tensor<4xf16>
  %5 = arith.fptoui %a : tensor<4xf32> to tensor<4xi8>
  return %c, %1, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<4xi8>
}
