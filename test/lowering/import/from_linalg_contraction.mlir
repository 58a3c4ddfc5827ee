// RUN: dlopt-opt %s --dlopt-import-from-linalg --canonicalize --split-input-file | FileCheck %s

// A sum that starts from +0.0 needs no init; the body's widening is the op's own.
// CHECK-LABEL: @matmul(
// CHECK: dlopt.matmul %arg0, %arg1 : tensor<4x8xf16>, tensor<8x16xf16> -> tensor<4x16xf32>
// CHECK-NOT: linalg
func.func @matmul(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) -> tensor<4x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x16xf16>)
      outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// Any other start is kept, -0.0 among them.
// CHECK-LABEL: @init(
// CHECK: dlopt.matmul %arg0, %arg1 init %arg2
// CHECK: dlopt.matmul %arg0, %arg1 init %cst
func.func @init(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %z = arith.constant dense<-0.0> : tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>)
      outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A body that sums in f16 gives a sum in f32 (the default, so not printed).
// CHECK-LABEL: @narrow_sum(
// CHECK: dlopt.matmul %arg0, %arg1 init %arg2 : tensor<4x8xf16>
func.func @narrow_sum(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf16>) -> tensor<4x4xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>)
      outs(%c : tensor<4x4xf16>) -> tensor<4x4xf16>
  return %0 : tensor<4x4xf16>
}

// -----

// f64 factors rounded to f32 before the product: the sum may not be wider.
// CHECK-LABEL: @narrowed_factors(
// CHECK: dlopt.matmul %arg0, %arg1 init %arg2 accumulate f32
func.func @narrowed_factors(%a: tensor<4x8xf64>, %b: tensor<8x4xf64>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf64>, tensor<8x4xf64>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// Transposed factors and one repeated along the batch need no reshape.
// CHECK-LABEL: @transposed(
// CHECK: dlopt.matmul %arg0 transposed, %arg1 init %arg2
// CHECK: dlopt.matmul %arg3, %arg4 transposed init %arg5 : tensor<2x4x8xf32>, tensor<4x8xf32>, tensor<2x4x4xf32>
func.func @transposed(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>,
                      %d: tensor<2x4x8xf32>, %e: tensor<4x8xf32>, %f: tensor<2x4x4xf32>)
    -> (tensor<4x4xf32>, tensor<2x4x4xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                                      affine_map<(m, n, k) -> (k, n)>,
                                      affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                                        affine_map<(b, m, n, k) -> (n, k)>,
                                        affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%d, %e : tensor<2x4x8xf32>, tensor<4x8xf32>) outs(%f : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<2x4x4xf32>
}

// -----

// Vectors get a dimension of size 1.
// CHECK-LABEL: @vectors(
// CHECK: %[[X:.*]] = tensor.expand_shape %arg1 {{.*}} : tensor<8xf32> into tensor<8x1xf32>
// CHECK: %[[MV:.*]] = dlopt.matmul %arg0, %[[X]] {{.*}} -> tensor<4x1xf32>
// CHECK: tensor.collapse_shape %[[MV]] {{.*}} into tensor<4xf32>
// CHECK: %[[VM:.*]] = dlopt.matmul {{.*}} : tensor<1x8xf32>, tensor<8x?xf32>, tensor<1x?xf32> -> tensor<1x?xf32>
// CHECK: tensor.collapse_shape %[[VM]] {{.*}} into tensor<?xf32>
// CHECK: %[[DOT:.*]] = dlopt.matmul {{.*}} -> tensor<1x1xf32>
// CHECK: tensor.collapse_shape %[[DOT]] [] : tensor<1x1xf32> into tensor<f32>
func.func @vectors(%a: tensor<4x8xf32>, %x: tensor<8xf32>, %b: tensor<8x?xf32>,
                   %c: tensor<4xf32>, %d: tensor<?xf32>, %e: tensor<f32>)
    -> (tensor<4xf32>, tensor<?xf32>, tensor<f32>) {
  %0 = linalg.matvec ins(%a, %x : tensor<4x8xf32>, tensor<8xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.vecmat ins(%x, %b : tensor<8xf32>, tensor<8x?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.dot ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<f32>) -> tensor<f32>
  return %0, %1, %2 : tensor<4xf32>, tensor<?xf32>, tensor<f32>
}

// -----

// The 1x1 convolution of a channels-first image: result [n, f, h, w], columns
// (h, w) reshaped to one, the weights repeated along n.
// CHECK-LABEL: @columns(
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0], [1], [2, 3]] : tensor<?x16x?x?xf32> into tensor<?x16x?xf32>
// CHECK: %[[R:.*]] = dlopt.matmul %arg0, %[[X]] {{.*}} : tensor<32x16xf32>, tensor<?x16x?xf32>, tensor<?x32x?xf32> -> tensor<?x32x?xf32>
// CHECK: tensor.expand_shape %[[R]] {{\[\[}}0], [1], [2, 3]]
func.func @columns(%w: tensor<32x16xf32>, %x: tensor<?x16x?x?xf32>, %c: tensor<?x32x?x?xf32>) -> tensor<?x32x?x?xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(n, f, h, w, c) -> (n, c, h, w)>,
                       affine_map<(n, f, h, w, c) -> (f, c)>,
                       affine_map<(n, f, h, w, c) -> (n, f, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x16x?x?xf32>, tensor<32x16xf32>) outs(%c : tensor<?x32x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.mulf %b, %a : f32
    %2 = arith.addf %1, %o : f32
    linalg.yield %2 : f32
  } -> tensor<?x32x?x?xf32>
  return %0 : tensor<?x32x?x?xf32>
}

// -----

// Two summed loops that do not lie side by side: one factor is transposed.
// CHECK-LABEL: @batch_reduce(
// CHECK: %[[A:.*]] = dlopt.map %arg0 dims {{\[\[}}1, 0, 2]] : (tensor<2x4x8xf32>) -> tensor<4x2x8xf32>
// CHECK: %[[A2:.*]] = tensor.collapse_shape %[[A]] {{.*}} into tensor<4x16xf32>
// CHECK: %[[B:.*]] = tensor.collapse_shape %arg1 {{.*}} into tensor<16x5xf32>
// CHECK: dlopt.matmul %[[A2]], %[[B]] init %arg2
func.func @batch_reduce(%a: tensor<2x4x8xf32>, %b: tensor<2x8x5xf32>, %c: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x5xf32>)
      outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// Integers: both unsigned is a flag; a mix converts the unsigned factor first.
// CHECK-LABEL: @integers(
// CHECK: dlopt.matmul %arg0, %arg1 init %arg2 unsigned :
// CHECK: %[[A:.*]] = dlopt.cast %arg0 unsigned : tensor<4x8xi8> to tensor<4x8xi32>
// CHECK: dlopt.matmul %[[A]], %arg1 init %arg2 : tensor<4x8xi32>, tensor<8x4xi8>
func.func @integers(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %c: tensor<4x4xi32>)
    -> (tensor<4x4xi32>, tensor<4x4xi32>) {
  %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>}
      ins(%a, %b : tensor<4x8xi8>, tensor<8x4xi8>) outs(%c : tensor<4x4xi32>) -> tensor<4x4xi32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xi8>, tensor<8x4xi8>) outs(%c : tensor<4x4xi32>) {
  ^bb0(%x: i8, %y: i8, %o: i32):
    %2 = arith.extui %x : i8 to i32
    %3 = arith.extsi %y : i8 to i32
    %4 = arith.muli %2, %3 : i32
    %5 = arith.addi %o, %4 : i32
    linalg.yield %5 : i32
  } -> tensor<4x4xi32>
  return %0, %1 : tensor<4x4xi32>, tensor<4x4xi32>
}

// -----

// A product in 64 bits cut to the 32 of the sum has the same low bits.
// CHECK-LABEL: @cut_product(
// CHECK: dlopt.matmul %arg0, %arg1 init %arg2 : tensor<16x8xi16>, tensor<8x32xi64>, tensor<16x32xi32>
func.func @cut_product(%a: tensor<16x8xi16>, %b: tensor<8x32xi64>, %c: tensor<16x32xi32>) -> tensor<16x32xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x8xi16>, tensor<8x32xi64>) outs(%c : tensor<16x32xi32>) {
  ^bb0(%x: i16, %y: i64, %o: i32):
    %2 = arith.extsi %x : i16 to i64
    %4 = arith.muli %2, %y : i64
    %3 = arith.trunci %4 : i64 to i32
    %5 = arith.addi %3, %o : i32
    linalg.yield %5 : i32
  } -> tensor<16x32xi32>
  return %0 : tensor<16x32xi32>
}
