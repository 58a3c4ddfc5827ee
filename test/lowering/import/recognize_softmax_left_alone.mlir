// What looks like a softmax and is not one, or not one that dlopt.softmax
// computes: left alone, with a remark that says why.
// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(func.func(dlopt-import-recognize-rows{remarks=true}))' | FileCheck %s
// CHECK-NOT: = dlopt.softmax
// CHECK: @unsafe_guard

func.func @no_max(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  // expected-remark@+1 {{left as it is: a softmax, but the maximum of the row is not subtracted: exp may overflow}}
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// The maximum is that of another tensor.
func.func @other_max(%x: tensor<8x64xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %m = dlopt.reduce max %y dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  // expected-remark@+1 {{the maximum of the row is not subtracted}}
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// Rows below -1e4 would underflow to 0 / 0 here, and not in the op.
func.func @finite_start(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %start = arith.constant dense<-1.0e4> : tensor<8xf32>
  %m = dlopt.reduce max %x dims [1] init %start : tensor<8x64xf32>, tensor<8xf32> -> tensor<8xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  // expected-remark@+1 {{the maximum starts from -10000: a row below that would underflow}}
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// The maximum of the row, the sum of the column.
func.func @crossed(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %m = dlopt.reduce max %x dims [1] : tensor<8x8xf32> -> tensor<8xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [0] : tensor<8x8xf32> -> tensor<8xf32>
  // expected-remark@+1 {{the maximum of the row is not subtracted}}
  %r = dlopt.map %e, %s dims [[0, 1], [1]] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<8x8xf32>
}

// -----

// The sum of the row is divided along the column (a square makes it legal).
func.func @sum_along_the_other(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %m = dlopt.reduce max %x dims [1] : tensor<8x8xf32> -> tensor<8xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<8x8xf32> -> tensor<8xf32>
  %r = dlopt.map %e, %s dims [[0, 1], [1]] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<8x8xf32>
}

// -----

func.func @wide_sums(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %m = dlopt.reduce max %x dims [1] accumulate f64 : tensor<8x64xf32> -> tensor<8xf64>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf64>) -> tensor<8x64xf64> {
  ^bb0(%a: f32, %b: f64):
    %w = arith.extf %a : f32 to f64
    %0 = arith.subf %w, %b : f64
    %1 = math.exp %0 : f64
    dlopt.yield %1 : f64
  }
  %s = dlopt.reduce add %e dims [1] : tensor<8x64xf64> -> tensor<8xf64>
  // expected-remark@+1 {{a softmax with sums in f64; dlopt.softmax of this type sums in f32}}
  %r = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<8x64xf64>, tensor<8xf64>) -> tensor<8x64xf32> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.divf %a, %b : f64
    %1 = arith.truncf %0 : f64 to f32
    dlopt.yield %1 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

func.func @two_dimensions(%x: tensor<8x4x4xf32>) -> tensor<8x4x4xf32> {
  %m = dlopt.reduce max %x dims [1, 2] : tensor<8x4x4xf32> -> tensor<8xf32>
  %e = dlopt.map %x, %m dims [[0, 1, 2], [0]] : (tensor<8x4x4xf32>, tensor<8xf32>) -> tensor<8x4x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1, 2] : tensor<8x4x4xf32> -> tensor<8xf32>
  // expected-remark@+1 {{a softmax over several dimensions at once}}
  %r = dlopt.map %e, %s dims [[0, 1, 2], [0]] : (tensor<8x4x4xf32>, tensor<8xf32>) -> tensor<8x4x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<8x4x4xf32>
}

// -----

// maxnum drops a NaN, so this guard would turn a row of NaN and -inf into 0.
// The softmax itself is recognised; the guard stays a select.
// CHECK: %[[P:.*]] = dlopt.softmax %{{.*}} dim 1 :
// CHECK: dlopt.map %[[P]]
// CHECK: arith.select
func.func @unsafe_guard(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m = dlopt.reduce maxnum %x dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  // expected-remark@+1 {{recognised: softmax}}
  %p = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %p, %m dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf oeq, %b, %ninf : f32
    %0 = arith.select %c, %zero, %a : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<3x4xf32>
}

// -----

// A loop that yields what its result held has no operation that could be a
// maximum.
// CHECK-LABEL: func.func @no_maximum
// CHECK-NOT: dlopt.softmax
func.func @no_maximum(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %ninf = arith.constant dense<0xFF800000> : tensor<3xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x4xf32>) outs(%ninf : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %b : f32
  } -> tensor<3xf32>
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  // expected-remark@+1 {{the maximum of the row is not subtracted}}
  %p = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %p : tensor<3x4xf32>
}
