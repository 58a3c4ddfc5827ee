// Softmax as exporters write it, after the structured import.
// RUN: dlopt-opt %s -split-input-file -dlopt-import-recognize-rows | FileCheck %s

// One operation a step, rows kept as size 1, broadcasts spelled out (torch-mlir).
// CHECK-LABEL: func.func @torch(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x12x12xf32>
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %[[X]] dim 3 : tensor<1x2x12x12xf32> -> tensor<1x2x12x12xf32>
// CHECK-NEXT: return %[[R]]
func.func @torch(%x: tensor<1x2x12x12xf32>) -> tensor<1x2x12x12xf32> {
  %m = dlopt.reduce max %x dims [3] : tensor<1x2x12x12xf32> -> tensor<1x2x12xf32>
  %m1 = tensor.expand_shape %m [[0], [1], [2, 3]] output_shape [1, 2, 12, 1] : tensor<1x2x12xf32> into tensor<1x2x12x1xf32>
  %d = dlopt.map %x, %m1 dims [[0, 1, 2, 3], [-1, 1, 2, -1]] : (tensor<1x2x12x12xf32>, tensor<1x2x12x1xf32>) -> tensor<1x2x12x12xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %e = dlopt.map %d : (tensor<1x2x12x12xf32>) -> tensor<1x2x12x12xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %e dims [3] : tensor<1x2x12x12xf32> -> tensor<1x2x12xf32>
  %s1 = tensor.expand_shape %s [[0], [1], [2, 3]] output_shape [1, 2, 12, 1] : tensor<1x2x12xf32> into tensor<1x2x12x1xf32>
  %r = dlopt.map %e, %s1 dims [[0, 1, 2, 3], [-1, 1, 2, -1]] : (tensor<1x2x12x12xf32>, tensor<1x2x12x1xf32>) -> tensor<1x2x12x12xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<1x2x12x12xf32>
}

// -----

// The maximum starts from the lowest finite number, and the sum is inverted
// before the product (tosa).
// CHECK-LABEL: func.func @tosa(
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %{{.*}} dim 1 : tensor<4x?xf32> -> tensor<4x?xf32>
// CHECK-NEXT: return %[[R]]
func.func @tosa(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %lowest = arith.constant dense<-3.40282347E+38> : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %m = dlopt.reduce max %x dims [1] init %lowest : tensor<4x?xf32>, tensor<4xf32> -> tensor<4xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<4x?xf32>, tensor<4xf32>) -> tensor<4x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<4x?xf32> -> tensor<4xf32>
  %i = dlopt.map %s : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = arith.divf %one, %a : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %e, %i dims [[0, 1], [0]] : (tensor<4x?xf32>, tensor<4xf32>) -> tensor<4x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<4x?xf32>
}

// -----

// exp(x - (m + log s)), as attention kernels keep the log-sum-exp (buddy).
// CHECK-LABEL: func.func @log_sum_exp(
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %{{.*}} dim 2 : tensor<12x1x1024xf32> -> tensor<12x1x1024xf32>
// CHECK-NEXT: return %[[R]]
func.func @log_sum_exp(%x: tensor<12x1x1024xf32>) -> tensor<12x1x1024xf32> {
  %m = dlopt.reduce max %x dims [2] : tensor<12x1x1024xf32> -> tensor<12x1xf32>
  %e = dlopt.map %x, %m dims [[0, 1, 2], [0, -1]] : (tensor<12x1x1024xf32>, tensor<12x1xf32>) -> tensor<12x1x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [2] : tensor<12x1x1024xf32> -> tensor<12x1xf32>
  %l = dlopt.map %m, %s : (tensor<12x1xf32>, tensor<12x1xf32>) -> tensor<12x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = math.log %b : f32
    %1 = arith.addf %a, %0 : f32
    dlopt.yield %1 : f32
  }
  %r = dlopt.map %x, %l dims [[0, 1, 2], [0, -1]] : (tensor<12x1x1024xf32>, tensor<12x1xf32>) -> tensor<12x1x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  return %r : tensor<12x1x1024xf32>
}

// -----

// Transposed before each reduction, maxnum, f32 in between, the quotient
// rounded to bf16 before the product (Triton). The op reads the bf16 tensor.
// CHECK-LABEL: func.func @triton(
// CHECK-SAME: %[[X:.*]]: tensor<4x1024xbf16>
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %[[X]] dim 1 : tensor<4x1024xbf16> -> tensor<4x1024xbf16>
// CHECK-NEXT: return %[[R]]
func.func @triton(%x: tensor<4x1024xbf16>) -> tensor<4x1024xbf16> {
  %one = arith.constant 1.0 : f32
  %w = dlopt.cast %x : tensor<4x1024xbf16> to tensor<4x1024xf32>
  %t = dlopt.map %w dims [[1, 0]] : (tensor<4x1024xf32>) -> tensor<1024x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %m = dlopt.reduce maxnum %t dims [0] : tensor<1024x4xf32> -> tensor<4xf32>
  %m1 = tensor.expand_shape %m [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %mb = dlopt.map %m1 dims [[0, -1]] : (tensor<4x1xf32>) -> tensor<4x1024xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %e = dlopt.map %w, %mb : (tensor<4x1024xf32>, tensor<4x1024xf32>) -> tensor<4x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %et = dlopt.map %e dims [[1, 0]] : (tensor<4x1024xf32>) -> tensor<1024x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %s = dlopt.reduce add %et dims [0] : tensor<1024x4xf32> -> tensor<4xf32>
  %s1 = tensor.expand_shape %s [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %i = dlopt.map %s1 : (tensor<4x1xf32>) -> tensor<4x1xbf16> {
  ^bb0(%a: f32):
    %0 = arith.divf %one, %a : f32
    %1 = arith.truncf %0 : f32 to bf16
    dlopt.yield %1 : bf16
  }
  %eb = dlopt.cast %e : tensor<4x1024xf32> to tensor<4x1024xbf16>
  %r = dlopt.map %eb, %i dims [[0, 1], [0, -1]] : (tensor<4x1024xbf16>, tensor<4x1xbf16>) -> tensor<4x1024xbf16> {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.mulf %a, %b : bf16
    dlopt.yield %0 : bf16
  }
  return %r : tensor<4x1024xbf16>
}

// -----

// exp2 of the scaled difference: softmax of the scaled input.
// CHECK-LABEL: func.func @exp2_scaled(
// CHECK-SAME: %[[X:.*]]: tensor<8x64xf32>
// CHECK: %[[SCALED:.*]] = dlopt.map %[[X]]
// CHECK: arith.constant 1.250000e-01 : f32
// CHECK: dlopt.softmax %[[SCALED]] dim 1
func.func @exp2_scaled(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %c = arith.constant 0.180336878 : f32 // 0.125 * log2(e)
  %m = dlopt.reduce max %x dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.mulf %b, %c : f32
    %2 = arith.subf %0, %1 : f32
    %3 = math.exp2 %2 : f32
    dlopt.yield %3 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// CHECK-LABEL: func.func @log_softmax(
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %{{.*}} dim 1 log : tensor<8x64xf16> -> tensor<8x64xf32>
// CHECK-NEXT: return %[[R]]
func.func @log_softmax(%x: tensor<8x64xf16>) -> tensor<8x64xf32> {
  %m = dlopt.reduce max %x dims [1] : tensor<8x64xf16> -> tensor<8xf32>
  %d = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<8x64xf16>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f16, %b: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.subf %0, %b : f32
    dlopt.yield %1 : f32
  }
  %e = dlopt.map %d : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %r = dlopt.map %d, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = math.log %b : f32
    %1 = arith.subf %a, %0 : f32
    dlopt.yield %1 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// Along another dimension than the last, of a sum of two tensors made inside.
// CHECK-LABEL: func.func @middle(
// CHECK: %[[X:.*]] = dlopt.map
// CHECK: dlopt.softmax %[[X]] dim 1 : tensor<2x?x8xf32> -> tensor<2x?x8xf32>
func.func @middle(%x: tensor<2x?x8xf32>, %y: tensor<2x?x8xf32>) -> tensor<2x?x8xf32> {
  %x0 = dlopt.map %x, %y : (tensor<2x?x8xf32>, tensor<2x?x8xf32>) -> tensor<2x?x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %m = dlopt.reduce max %x0 dims [1] : tensor<2x?x8xf32> -> tensor<2x8xf32>
  %e = dlopt.map %x0, %m dims [[0, 1, 2], [0, 2]] : (tensor<2x?x8xf32>, tensor<2x8xf32>) -> tensor<2x?x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<2x?x8xf32> -> tensor<2x8xf32>
  %r = dlopt.map %e, %s dims [[0, 1, 2], [0, 2]] : (tensor<2x?x8xf32>, tensor<2x8xf32>) -> tensor<2x?x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<2x?x8xf32>
}

// -----

// A row that is -inf throughout is replaced by 0: all(x == -inf).
// CHECK-LABEL: func.func @guarded(
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %{{.*}} dim 1 masked_rows zero : tensor<3x4xf32> -> tensor<3x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @guarded(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m = dlopt.reduce max %x dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  %p = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %is = dlopt.map %x : (tensor<3x4xf32>) -> tensor<3x4xi1> {
  ^bb0(%a: f32):
    %0 = arith.cmpf oeq, %a, %ninf : f32
    dlopt.yield %0 : i1
  }
  %dead = dlopt.reduce and %is dims [1] : tensor<3x4xi1> -> tensor<3xi1>
  %r = dlopt.map %p, %dead dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xi1>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: i1):
    %0 = arith.select %b, %zero, %a : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<3x4xf32>
}

// -----

// Guards on both the maximum and the sum say the same.
// CHECK-LABEL: func.func @safe(
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %{{.*}} dim 1 masked_rows zero : tensor<3x4xf32> -> tensor<3x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @safe(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = dlopt.reduce max %x dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %masked = arith.cmpf oeq, %b, %ninf : f32
    %safe = arith.select %masked, %zero, %b : f32
    %0 = arith.subf %a, %safe : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %masked = arith.cmpf oeq, %b, %zero : f32
    %safe = arith.select %masked, %one, %b : f32
    %0 = arith.divf %a, %safe : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<3x4xf32>
}

// -----

// The exponentials have another use, so they stay.
// CHECK-LABEL: func.func @other_use(
// CHECK: %[[E:.*]] = dlopt.map
// CHECK: math.exp
// CHECK: %[[R:.*]] = dlopt.softmax
// CHECK: return %[[R]], %[[E]]
func.func @other_use(%x: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %m = dlopt.reduce max %x dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r, %e : tensor<3x4xf32>, tensor<3x4xf32>
}

// -----

// The maximum comes with its position, which nobody reads (torch-mlir); both
// reductions stayed in linalg and go.
// CHECK-LABEL: func.func @max_with_index(
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %{{.*}} dim 1 : tensor<4x?xf32> -> tensor<4x?xf32>
// CHECK-NEXT: return %[[R]]
func.func @max_with_index(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %ninf = arith.constant dense<0xFF800000> : tensor<4x1xf32>
  %none = arith.constant dense<0> : tensor<4x1xi64>
  %m:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x?xf32>) outs(%ninf, %none : tensor<4x1xf32>, tensor<4x1xi64>) {
  ^bb0(%a: f32, %o: f32, %p: i64):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i64
    %0 = arith.maximumf %a, %o : f32
    %1 = arith.cmpf ogt, %a, %o : f32
    %2 = arith.select %1, %i, %p : i64
    linalg.yield %0, %2 : f32, i64
  } -> (tensor<4x1xf32>, tensor<4x1xi64>)
  %e = dlopt.map %x, %m#0 dims [[0, 1], [0, -1]] : (tensor<4x?xf32>, tensor<4x1xf32>) -> tensor<4x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<4x?xf32> -> tensor<4xf32>
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<4x?xf32>, tensor<4xf32>) -> tensor<4x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<4x?xf32>
}

// -----

// A maximum by comparison, which loses a NaN; the softmax has it anyway
// (PlaidML).
// CHECK-LABEL: func.func @max_by_select(
// CHECK-NEXT: %[[R:.*]] = dlopt.softmax %{{.*}} dim 1 : tensor<1x100xf32> -> tensor<1x100xf32>
// CHECK-NEXT: return %[[R]]
func.func @max_by_select(%x: tensor<1x100xf32>) -> tensor<1x100xf32> {
  %ninf = arith.constant dense<0xFF800000> : tensor<1x1xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x100xf32>) outs(%ninf : tensor<1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.cmpf ogt, %o, %a : f32
    %1 = arith.select %0, %o, %a : f32
    linalg.yield %1 : f32
  } -> tensor<1x1xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0, -1]] : (tensor<1x100xf32>, tensor<1x1xf32>) -> tensor<1x100xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<1x100xf32> -> tensor<1xf32>
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<1x100xf32>, tensor<1xf32>) -> tensor<1x100xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<1x100xf32>
}
