// Attention around a softmax, in the arrangements that exporters use.
// RUN: dlopt-opt %s -split-input-file -dlopt-import-recognize-attention | FileCheck %s

// Batch and heads merged for the products, the keys transposed by a copy, the
// scale by division, an additive mask (torch-mlir).
// CHECK-LABEL: func.func @torch(
// CHECK-SAME: %[[Q:.*]]: tensor<2x4x12x64xf32>, %[[K:.*]]: tensor<2x4x12x64xf32>, %[[V:.*]]: tensor<2x4x12x64xf32>, %[[M:.*]]: tensor<2x1x1x12xf32>)
// CHECK: %[[A:.*]] = dlopt.attention %[[Q]], %[[K]], %[[V]] mask %[[M]] scale 1.250000e-01 : {{.*}} -> tensor<2x4x12x64xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[A]] {{\[}}[0, 1], [2], [3]] : tensor<2x4x12x64xf32> into tensor<8x12x64xf32>
// CHECK: return %[[C]]
// CHECK-NOT: dlopt.matmul
func.func @torch(%q: tensor<2x4x12x64xf32>, %k: tensor<2x4x12x64xf32>, %v: tensor<2x4x12x64xf32>, %m: tensor<2x1x1x12xf32>) -> tensor<8x12x64xf32> {
  %eight = arith.constant dense<8.0> : tensor<f64>
  %kt = dlopt.map %k dims [[0, 1, 3, 2]] : (tensor<2x4x12x64xf32>) -> tensor<2x4x64x12xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x12x64xf32> into tensor<8x12x64xf32>
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<2x4x64x12xf32> into tensor<8x64x12xf32>
  %s3 = dlopt.matmul %q3, %k3 : tensor<8x12x64xf32>, tensor<8x64x12xf32> -> tensor<8x12x12xf32>
  %s = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : tensor<8x12x12xf32> into tensor<2x4x12x12xf32>
  %sc = dlopt.map %s, %eight dims [[0, 1, 2, 3], []] : (tensor<2x4x12x12xf32>, tensor<f64>) -> tensor<2x4x12x12xf32> {
  ^bb0(%a: f32, %b: f64):
    %0 = arith.truncf %b : f64 to f32
    %1 = arith.divf %a, %0 : f32
    dlopt.yield %1 : f32
  }
  %sm = dlopt.map %sc, %m dims [[0, 1, 2, 3], [0, -1, -1, 3]] : (tensor<2x4x12x12xf32>, tensor<2x1x1x12xf32>) -> tensor<2x4x12x12xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %sm dim 3 : tensor<2x4x12x12xf32> -> tensor<2x4x12x12xf32>
  %p3 = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x4x12x12xf32> into tensor<8x12x12xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x64xf32> into tensor<8x12x64xf32>
  %r = dlopt.matmul %p3, %v3 : tensor<8x12x12xf32>, tensor<8x12x64xf32> -> tensor<8x12x64xf32>
  return %r : tensor<8x12x64xf32>
}

// -----

// Keys and values repeated for six query heads each, by a broadcast that adds
// zero, one query (decoding); the mask is an argument (buddy).
// CHECK-LABEL: func.func @grouped_decode(
// CHECK-SAME: %[[Q:.*]]: tensor<1x12x1x128xf32>, %[[K:.*]]: tensor<1x2x1024x128xf32>, %[[V:.*]]: tensor<1x2x1024x128xf32>, %[[M:.*]]: tensor<1x1024xf32>)
// CHECK-DAG: %[[Q3:.*]] = tensor.collapse_shape %[[Q]] {{.*}} into tensor<12x1x128xf32>
// CHECK-DAG: %[[K3:.*]] = tensor.collapse_shape %[[K]] {{\[}}[0, 1], [2], [3]] : tensor<1x2x1024x128xf32> into tensor<2x1024x128xf32>
// CHECK-DAG: %[[V3:.*]] = tensor.collapse_shape %[[V]] {{\[}}[0, 1], [2], [3]] : tensor<1x2x1024x128xf32> into tensor<2x1024x128xf32>
// CHECK: dlopt.attention %{{.*}}, %[[K3]], %[[V3]] mask %[[M]] scale 0.088388346{{.*}} : tensor<12x1x128xf32>, tensor<2x1024x128xf32>, tensor<2x1024x128xf32>, tensor<1x1024xf32> -> tensor<12x1x128xf32>
// CHECK-NOT: dlopt.matmul
func.func @grouped_decode(%q: tensor<1x12x1x128xf32>, %k: tensor<1x2x1024x128xf32>, %v: tensor<1x2x1024x128xf32>, %m: tensor<1x1024xf32>) -> tensor<12x1x128xf32> {
  %zeros = arith.constant dense<0.0> : tensor<1x2x6x1024x128xf32>
  %scale = arith.constant 0.0883883461 : f32
  %k5 = tensor.expand_shape %k [[0], [1, 2], [3], [4]] output_shape [1, 2, 1, 1024, 128] : tensor<1x2x1024x128xf32> into tensor<1x2x1x1024x128xf32>
  %kr = dlopt.map %k5, %zeros dims [[0, 1, -1, 3, 4], [0, 1, 2, 3, 4]] : (tensor<1x2x1x1024x128xf32>, tensor<1x2x6x1024x128xf32>) -> tensor<1x2x6x1024x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %k4 = tensor.collapse_shape %kr [[0], [1, 2], [3], [4]] : tensor<1x2x6x1024x128xf32> into tensor<1x12x1024x128xf32>
  %v5 = tensor.expand_shape %v [[0], [1, 2], [3], [4]] output_shape [1, 2, 1, 1024, 128] : tensor<1x2x1024x128xf32> into tensor<1x2x1x1024x128xf32>
  %vr = dlopt.map %v5, %zeros dims [[0, 1, -1, 3, 4], [0, 1, 2, 3, 4]] : (tensor<1x2x1x1024x128xf32>, tensor<1x2x6x1024x128xf32>) -> tensor<1x2x6x1024x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %v4 = tensor.collapse_shape %vr [[0], [1, 2], [3], [4]] : tensor<1x2x6x1024x128xf32> into tensor<1x12x1024x128xf32>
  %kt = dlopt.map %k4 dims [[0, 1, 3, 2]] : (tensor<1x12x1024x128xf32>) -> tensor<1x12x128x1024xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x12x1x128xf32> into tensor<12x1x128xf32>
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<1x12x128x1024xf32> into tensor<12x128x1024xf32>
  %v3 = tensor.collapse_shape %v4 [[0, 1], [2], [3]] : tensor<1x12x1024x128xf32> into tensor<12x1024x128xf32>
  %s = dlopt.matmul %q3, %k3 : tensor<12x1x128xf32>, tensor<12x128x1024xf32> -> tensor<12x1x1024xf32>
  %sc = dlopt.map %s, %m dims [[0, 1, 2], [-1, 2]] : (tensor<12x1x1024xf32>, tensor<1x1024xf32>) -> tensor<12x1x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %scale : f32
    %1 = arith.addf %0, %b : f32
    dlopt.yield %1 : f32
  }
  %p = dlopt.softmax %sc dim 2 : tensor<12x1x1024xf32> -> tensor<12x1x1024xf32>
  %r = dlopt.matmul %p, %v3 : tensor<12x1x1024xf32>, tensor<12x1024x128xf32> -> tensor<12x1x128xf32>
  return %r : tensor<12x1x128xf32>
}

// -----

// Causal by comparing positions, a dynamic length that queries and keys share;
// all heads share one head of keys and values; the weights are rounded to f16.
// CHECK-LABEL: func.func @causal_dynamic(
// CHECK-SAME: %[[X:.*]]: tensor<?x32xf16>
// CHECK-DAG: %[[K:.*]] = dlopt.matmul %[[X]], %{{.*}} -> tensor<?x16xf16>
// CHECK-DAG: %[[K3:.*]] = tensor.expand_shape %[[K]] {{\[}}[0, 1], [2]] {{.*}} into tensor<1x?x16xf16>
// CHECK: dlopt.attention %{{.*}}, %[[K3]], %{{.*}} scale 2.500000e-01 causal : tensor<2x?x16xf16>, tensor<1x?x16xf16>, tensor<1x?x16xf16> -> tensor<2x?x16xf32>
func.func @causal_dynamic(%x: tensor<?x32xf16>, %wq: tensor<32x32xf16>, %wk: tensor<32x16xf16>, %wv: tensor<32x16xf16>) -> tensor<2x?x16xf32> {
  %c0 = arith.constant 0 : index
  %scale = arith.constant 0.25 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x32xf16>
  %q2 = dlopt.matmul %x, %wq : tensor<?x32xf16>, tensor<32x32xf16> -> tensor<?x32xf16>
  %k = dlopt.matmul %x, %wk : tensor<?x32xf16>, tensor<32x16xf16> -> tensor<?x16xf16>
  %v = dlopt.matmul %x, %wv : tensor<?x32xf16>, tensor<32x16xf16> -> tensor<?x16xf16>
  %q3 = tensor.expand_shape %q2 [[0], [1, 2]] output_shape [%n, 2, 16] : tensor<?x32xf16> into tensor<?x2x16xf16>
  %q = dlopt.map %q3 dims [[1, 0, 2]] : (tensor<?x2x16xf16>) -> tensor<2x?x16xf16> {
  ^bb0(%a: f16):
    dlopt.yield %a : f16
  }
  %s = dlopt.matmul %q, %k transposed : tensor<2x?x16xf16>, tensor<?x16xf16> -> tensor<2x?x?xf32>
  %m = dlopt.map %s : (tensor<2x?x?xf32>) -> tensor<2x?x?xf32> {
  ^bb0(%a: f32):
    %i = dlopt.index 1 : index
    %j = dlopt.index 2 : index
    %c = arith.cmpi ugt, %j, %i : index
    %0 = arith.mulf %a, %scale : f32
    %1 = arith.select %c, %ninf, %0 : f32
    dlopt.yield %1 : f32
  }
  %p = dlopt.softmax %m dim 2 : tensor<2x?x?xf32> -> tensor<2x?x?xf32>
  %ph = dlopt.cast %p : tensor<2x?x?xf32> to tensor<2x?x?xf16>
  %r = dlopt.matmul %ph, %v : tensor<2x?x?xf16>, tensor<?x16xf16> -> tensor<2x?x16xf32>
  return %r : tensor<2x?x16xf32>
}

// -----

// Positions as constants, a mask of 0 and the lowest number that is added
// (buddy, prefill).
// CHECK-LABEL: func.func @causal_bias(
// CHECK: dlopt.attention %{{.*}}, %{{.*}}, %{{.*}} scale 5.000000e-01 causal :
func.func @causal_bias(%q: tensor<4x5x4xf32>, %k: tensor<4x5x4xf32>, %v: tensor<4x5x4xf32>) -> tensor<4x5x4xf32> {
  %iota = arith.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %next = arith.constant dense<[[1], [2], [3], [4], [5]]> : tensor<5x1xi64>
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %lowest = arith.constant -3.40282347E+38 : f32
  %keep = dlopt.map %iota, %next dims [[1], [0, -1]] : (tensor<5xi64>, tensor<5x1xi64>) -> tensor<5x5xi1> {
  ^bb0(%a: i64, %b: i64):
    %0 = arith.cmpi slt, %a, %b : i64
    dlopt.yield %0 : i1
  }
  %bias = dlopt.map %keep : (tensor<5x5xi1>) -> tensor<5x5xf32> {
  ^bb0(%a: i1):
    %0 = arith.select %a, %zero, %lowest : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.matmul %q, %k transposed : tensor<4x5x4xf32>, tensor<4x5x4xf32> -> tensor<4x5x5xf32>
  %m = dlopt.map %s, %bias dims [[0, 1, 2], [1, 2]] : (tensor<4x5x5xf32>, tensor<5x5xf32>) -> tensor<4x5x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %half : f32
    %1 = arith.addf %0, %b : f32
    dlopt.yield %1 : f32
  }
  %p = dlopt.softmax %m dim 2 : tensor<4x5x5xf32> -> tensor<4x5x5xf32>
  %r = dlopt.matmul %p, %v : tensor<4x5x5xf32>, tensor<4x5x4xf32> -> tensor<4x5x4xf32>
  return %r : tensor<4x5x4xf32>
}

// -----

// A constant triangle with one key more than queries (a cache of one).
// CHECK-LABEL: func.func @causal_triangle(
// CHECK: dlopt.attention %{{.*}}, %{{.*}}, %{{.*}} scale 1.000000e+00 causal :
func.func @causal_triangle(%q: tensor<4x2x4xf32>, %k: tensor<4x3x4xf32>, %v: tensor<4x3x4xf32>) -> tensor<4x2x4xf32> {
  %keep = arith.constant dense<[[true, true, false], [true, true, true]]> : tensor<2x3xi1>
  %ninf = arith.constant 0xFF800000 : f32
  %s = dlopt.matmul %q, %k transposed : tensor<4x2x4xf32>, tensor<4x3x4xf32> -> tensor<4x2x3xf32>
  %m = dlopt.map %s, %keep dims [[0, 1, 2], [1, 2]] : (tensor<4x2x3xf32>, tensor<2x3xi1>) -> tensor<4x2x3xf32> {
  ^bb0(%a: f32, %b: i1):
    %0 = arith.select %b, %a, %ninf : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %m dim 2 : tensor<4x2x3xf32> -> tensor<4x2x3xf32>
  %r = dlopt.matmul %p, %v : tensor<4x2x3xf32>, tensor<4x3x4xf32> -> tensor<4x2x4xf32>
  return %r : tensor<4x2x4xf32>
}

// -----

// A mask of what to hide, a guard on wholly masked rows, the scale on both
// factors (ONNX), and the product of keys and queries the other way round.
// CHECK-LABEL: func.func @boolean_mask(
// CHECK-SAME: %[[Q:.*]]: tensor<4x5x4xf32>, %[[K:.*]]: tensor<4x7x4xf32>, %[[V:.*]]: tensor<4x7x8xf32>, %[[M:.*]]: tensor<5x7xi1>)
// CHECK: %[[KEEP:.*]] = dlopt.map %[[M]]
// CHECK: arith.xori
// CHECK: dlopt.attention %[[Q]], %[[K]], %[[V]] mask %[[KEEP]] scale 0.49999998{{[0-9]*}} masked_rows zero : tensor<4x5x4xf32>, tensor<4x7x4xf32>, tensor<4x7x8xf32>, tensor<5x7xi1> -> tensor<4x5x8xf32>
func.func @boolean_mask(%q: tensor<4x5x4xf32>, %k: tensor<4x7x4xf32>, %v: tensor<4x7x8xf32>, %hide: tensor<5x7xi1>) -> tensor<4x5x8xf32> {
  %root = arith.constant 0.707106769 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %qs = dlopt.map %q : (tensor<4x5x4xf32>) -> tensor<4x5x4xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %root : f32
    dlopt.yield %0 : f32
  }
  %ks = dlopt.map %k : (tensor<4x7x4xf32>) -> tensor<4x7x4xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %root : f32
    dlopt.yield %0 : f32
  }
  %st = dlopt.matmul %ks, %qs transposed : tensor<4x7x4xf32>, tensor<4x5x4xf32> -> tensor<4x7x5xf32>
  %s = dlopt.map %st, %hide dims [[0, 2, 1], [1, 2]] : (tensor<4x7x5xf32>, tensor<5x7xi1>) -> tensor<4x5x7xf32> {
  ^bb0(%a: f32, %h: i1):
    %0 = arith.select %h, %ninf, %a : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %s dim 2 masked_rows zero : tensor<4x5x7xf32> -> tensor<4x5x7xf32>
  %r = dlopt.matmul %p, %v : tensor<4x5x7xf32>, tensor<4x7x8xf32> -> tensor<4x5x8xf32>
  return %r : tensor<4x5x8xf32>
}

// -----

// Groups of heads as a dimension of their own, without repetition.
// CHECK-LABEL: func.func @five_dimensions(
// CHECK: dlopt.attention %{{.*}}, %{{.*}}, %{{.*}} scale 1.000000e+00 : tensor<2x4x3x5x8xf16>, tensor<2x4x1x6x8xf16>, tensor<2x4x1x6x8xf16> -> tensor<2x4x3x5x8xf16>
func.func @five_dimensions(%q: tensor<2x4x3x5x8xf16>, %k: tensor<2x4x1x6x8xf16>, %v: tensor<2x4x1x6x8xf16>) -> tensor<2x4x3x5x8xf16> {
  %s = dlopt.matmul %q, %k transposed : tensor<2x4x3x5x8xf16>, tensor<2x4x1x6x8xf16> -> tensor<2x4x3x5x6xf16>
  %p = dlopt.softmax %s dim 4 : tensor<2x4x3x5x6xf16> -> tensor<2x4x3x5x6xf16>
  %r = dlopt.matmul %p, %v : tensor<2x4x3x5x6xf16>, tensor<2x4x1x6x8xf16> -> tensor<2x4x3x5x8xf16>
  return %r : tensor<2x4x3x5x8xf16>
}

// -----

// No heads at all: the op gets one.
// CHECK-LABEL: func.func @one_head(
// CHECK: %[[A:.*]] = dlopt.attention {{.*}} : tensor<1x5x8xf32>, tensor<1x6x8xf32>, tensor<1x6x8xf32> -> tensor<1x5x8xf32>
// CHECK: tensor.collapse_shape %[[A]] {{.*}} into tensor<5x8xf32>
func.func @one_head(%q: tensor<5x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) -> tensor<5x8xf32> {
  %s = dlopt.matmul %q, %k transposed : tensor<5x8xf32>, tensor<6x8xf32> -> tensor<5x6xf32>
  %p = dlopt.softmax %s dim 1 : tensor<5x6xf32> -> tensor<5x6xf32>
  %r = dlopt.matmul %p, %v : tensor<5x6xf32>, tensor<6x8xf32> -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// -----

// The queries are the last of a longer sequence of keys (a cache): causal from
// the end. Lengths are known at run time only.
// CHECK-LABEL: func.func @causal_cache(
// CHECK: dlopt.attention %{{.*}}, %{{.*}}, %{{.*}} scale 1.000000e+00 causal : tensor<4x?x8xf32>, tensor<4x?x8xf32>, tensor<4x?x8xf32> -> tensor<4x?x8xf32>
func.func @causal_cache(%q: tensor<4x?x8xf32>, %k: tensor<4x?x8xf32>, %v: tensor<4x?x8xf32>) -> tensor<4x?x8xf32> {
  %c1 = arith.constant 1 : index
  %ninf = arith.constant 0xFF800000 : f32
  %sq = tensor.dim %q, %c1 : tensor<4x?x8xf32>
  %sk = tensor.dim %k, %c1 : tensor<4x?x8xf32>
  %past = arith.subi %sk, %sq : index
  %s = dlopt.matmul %q, %k transposed : tensor<4x?x8xf32>, tensor<4x?x8xf32> -> tensor<4x?x?xf32>
  %t = dlopt.map %s : (tensor<4x?x?xf32>) -> tensor<4x?x?xf32> {
  ^bb0(%a: f32):
    %i = dlopt.index 1 : index
    %j = dlopt.index 2 : index
    %last = arith.addi %i, %past : index
    %c = arith.cmpi sle, %j, %last : index
    %0 = arith.select %c, %a, %ninf : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %t dim 2 : tensor<4x?x?xf32> -> tensor<4x?x?xf32>
  %r = dlopt.matmul %p, %v : tensor<4x?x?xf32>, tensor<4x?x8xf32> -> tensor<4x?x8xf32>
  return %r : tensor<4x?x8xf32>
}

// -----

// A mask computed from bytes read as unsigned: the tensor that holds it is
// taken as it is.
// CHECK-LABEL: func.func @computed_mask(
// CHECK: %[[M:.*]] = dlopt.map
// CHECK: arith.extui
// CHECK: arith.cmpi
// CHECK: dlopt.attention {{.*}} mask %{{.*}} scale 1.000000e+00 :
func.func @computed_mask(%q: tensor<4x5x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x8xf32>, %age: tensor<6xi8>) -> tensor<4x5x8xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %limit = arith.constant 200 : i32
  %keep = dlopt.map %age : (tensor<6xi8>) -> tensor<6xi1> {
  ^bb0(%a: i8):
    %w = arith.extui %a : i8 to i32
    %0 = arith.cmpi slt, %w, %limit : i32
    dlopt.yield %0 : i1
  }
  %s = dlopt.matmul %q, %k transposed : tensor<4x5x8xf32>, tensor<4x6x8xf32> -> tensor<4x5x6xf32>
  %t = dlopt.map %s, %keep dims [[0, 1, 2], [2]] : (tensor<4x5x6xf32>, tensor<6xi1>) -> tensor<4x5x6xf32> {
  ^bb0(%a: f32, %c: i1):
    %0 = arith.select %c, %a, %ninf : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %t dim 2 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  %r = dlopt.matmul %p, %v : tensor<4x5x6xf32>, tensor<4x6x8xf32> -> tensor<4x5x8xf32>
  return %r : tensor<4x5x8xf32>
}

// -----

// (1 - m) * -1e4 stays what it is: without its constant, which changes no
// softmax, the scores that count would be summed with 1e4 and lose their bits.
// CHECK-LABEL: func.func @offset_mask(
// CHECK: %[[C:.*]] = arith.constant 1.000000e+04 : f32
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %[[C]]
// CHECK: %[[D:.*]] = arith.constant -1.000000e+04 : f32
// CHECK: arith.addf %[[P]], %[[D]]
// CHECK: dlopt.attention {{.*}} mask %{{.*}} scale 1.000000e+00 :
func.func @offset_mask(%q: tensor<4x5x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x8xf32>, %m: tensor<6xf32>) -> tensor<4x5x8xf32> {
  %one = arith.constant 1.0 : f32
  %big = arith.constant -1.0e+04 : f32
  %s = dlopt.matmul %q, %k transposed : tensor<4x5x8xf32>, tensor<4x6x8xf32> -> tensor<4x5x6xf32>
  %t = dlopt.map %s, %m dims [[0, 1, 2], [2]] : (tensor<4x5x6xf32>, tensor<6xf32>) -> tensor<4x5x6xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %one, %b : f32
    %1 = arith.mulf %0, %big : f32
    %2 = arith.addf %a, %1 : f32
    dlopt.yield %2 : f32
  }
  %p = dlopt.softmax %t dim 2 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  %r = dlopt.matmul %p, %v : tensor<4x5x6xf32>, tensor<4x6x8xf32> -> tensor<4x5x8xf32>
  return %r : tensor<4x5x8xf32>
}
