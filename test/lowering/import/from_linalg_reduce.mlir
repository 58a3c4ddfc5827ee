// RUN: dlopt-opt %s --dlopt-import-from-linalg --split-input-file | FileCheck %s

// The kinds; starts from the neutral element go.
// CHECK-LABEL: @kinds(
// CHECK: dlopt.reduce max %arg0 dims [1] : tensor<4x8xf32> -> tensor<4xf32>
// CHECK: dlopt.reduce minnum %arg0 dims [0] init %arg2 :
// CHECK: dlopt.reduce max %arg1 dims [1] unsigned : tensor<4x8xi8> -> tensor<4xi8>
// CHECK: dlopt.reduce xor %arg1 dims [1] : tensor<4x8xi8> -> tensor<4xi8>
func.func @kinds(%x: tensor<4x8xf32>, %i: tensor<4x8xi8>, %c: tensor<8xf32>)
    -> (tensor<4xf32>, tensor<8xf32>, tensor<4xi8>, tensor<4xi8>) {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i8
  %e = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi8>
  %f = linalg.fill ins(%inf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%zero : i8) outs(%ei : tensor<4xi8>) -> tensor<4xi8>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.minnumf } ins(%x : tensor<4x8xf32>) outs(%c : tensor<8xf32>) dimensions = [0]
  %2 = linalg.reduce { arith.maxui } ins(%i : tensor<4x8xi8>) outs(%g : tensor<4xi8>) dimensions = [1]
  %3 = linalg.reduce { arith.xori } ins(%i : tensor<4x8xi8>) outs(%g : tensor<4xi8>) dimensions = [1]
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<8xf32>, tensor<4xi8>, tensor<4xi8>
}

// -----

// A sum without init starts from +0.0: a fill with it goes, one with -0.0,
// which shows where only -0.0 is summed, stays.
// CHECK-LABEL: @zeros(
// CHECK: %[[N:.*]] = arith.constant dense<-0.000000e+00> : tensor<4xf32>
// CHECK: dlopt.reduce add %arg0 dims [1] : tensor<4x8xf32> -> tensor<4xf32>
// CHECK: dlopt.reduce add %arg0 dims [1] init %[[N]] :
// CHECK: dlopt.reduce add %arg1 dims [1] : tensor<4x?xf32> -> tensor<4xf32>
func.func @zeros(%x: tensor<4x8xf32>, %y: tensor<4x?xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %n = arith.constant -0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%n : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%g : tensor<4xf32>) dimensions = [1]
  %2 = linalg.reduce { arith.addf } ins(%y : tensor<4x?xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Kept dimensions of size 1, and a widening that the reduction does itself.
// CHECK-LABEL: @keeps_dims(
// CHECK: %[[C:.*]] = tensor.collapse_shape %arg1 {{.*}} : tensor<4x1xf32> into tensor<4xf32>
// CHECK: %[[R:.*]] = dlopt.reduce add %arg0 dims [1] init %[[C]] : tensor<4x?xbf16>, tensor<4xf32> -> tensor<4xf32>
// CHECK: tensor.expand_shape %[[R]] {{.*}} : tensor<4xf32> into tensor<4x1xf32>
func.func @keeps_dims(%x: tensor<4x?xbf16>, %c: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x?xbf16>) outs(%c : tensor<4x1xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %1 = arith.extf %a : bf16 to f32
    %2 = arith.addf %1, %o : f32
    linalg.yield %2 : f32
  } -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// What is computed before it is summed becomes a map, as narrow as the body has
// it; `init - x` is a sum of negated values; products along rows are no matmul.
// CHECK-LABEL: @mapped(
// CHECK: %[[M:.*]] = dlopt.map %arg0, %arg1 {{.*}}: (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16> {
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[P]]
// CHECK-NEXT: dlopt.yield %[[N]]
// CHECK: dlopt.reduce add %[[M]] dims [1] init %arg2 : tensor<4x8xf16>, tensor<4xf16> -> tensor<4xf16>
// CHECK: %[[S:.*]] = dlopt.map %arg0 : (tensor<4x8xf16>) -> tensor<4x8xf16> {
// CHECK: dlopt.reduce add %[[S]] dims [1] init %arg3 : tensor<4x8xf16>, tensor<4xf32> -> tensor<4xf32>
func.func @mapped(%x: tensor<4x8xf16>, %y: tensor<4x8xf16>, %c: tensor<4xf16>, %d: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4x8xf16>, tensor<4x8xf16>) outs(%c : tensor<4xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %1 = arith.mulf %a, %b : f16
    %2 = arith.subf %o, %1 : f16
    linalg.yield %2 : f16
  } -> tensor<4xf16>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf16>) outs(%d : tensor<4xf32>) {
  ^bb0(%a: f16, %o: f32):
    %1 = arith.mulf %a, %a : f16
    %2 = arith.extf %1 : f16 to f32
    %4 = arith.addf %o, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %0, %3 : tensor<4xf16>, tensor<4xf32>
}

// -----

// Results in another order than the input's dimensions are transposed.
// CHECK-LABEL: @permuted(
// CHECK: %[[I:.*]] = dlopt.map %arg1 dims {{\[\[}}1, 0]] : (tensor<6x4xf32>) -> tensor<4x6xf32>
// CHECK: %[[R:.*]] = dlopt.reduce add %arg0 dims [1] init %[[I]] : tensor<4x5x6xf32>
// CHECK: dlopt.map %[[R]] dims {{\[\[}}1, 0]] : (tensor<4x6xf32>) -> tensor<6x4xf32>
func.func @permuted(%x: tensor<4x5x6xf32>, %c: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k, i)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<4x5x6xf32>) outs(%c : tensor<6x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.addf %a, %o : f32
    linalg.yield %1 : f32
  } -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

// Integer compare and select is a maximum; one over converted values compares
// as the body does.
// CHECK-LABEL: @selects(
// CHECK: dlopt.reduce max %arg0 dims [0] init %arg1 :
// CHECK: %[[M:.*]] = dlopt.cast %arg0 unsigned
// CHECK-NOT: dlopt.reduce {{.*}} unsigned
func.func @selects(%x: tensor<8xi8>, %c: tensor<i8>, %d: tensor<i32>) -> (tensor<i8>, tensor<i32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xi8>) outs(%c : tensor<i8>) {
  ^bb0(%a: i8, %o: i8):
    %1 = arith.cmpi slt, %o, %a : i8
    %2 = arith.select %1, %a, %o : i8
    linalg.yield %2 : i8
  } -> tensor<i8>
  %3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xi8>) outs(%d : tensor<i32>) {
  ^bb0(%a: i8, %o: i32):
    %1 = arith.extui %a : i8 to i32
    %2 = arith.maxsi %1, %o : i32
    linalg.yield %2 : i32
  } -> tensor<i32>
  return %0, %3 : tensor<i8>, tensor<i32>
}

// -----

// CHECK-LABEL: @softmax(
// CHECK: dlopt.softmax %arg0 dim 1 : tensor<4x8xf16> -> tensor<4x8xf16>
func.func @softmax(%x: tensor<4x8xf16>, %e: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf16>) outs(%e : tensor<4x8xf16>) -> tensor<4x8xf16>
  return %0 : tensor<4x8xf16>
}
