// What looks like a norm and is not one that dlopt has: left alone, with a
// remark that says why.
// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(func.func(dlopt-import-recognize-rows{remarks=true}))' | FileCheck %s
// CHECK-NOT: dlopt.rms_norm
// CHECK-NOT: dlopt.layer_norm

// Divided by n - 1.
func.func @unbiased(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %n = arith.constant 64.0 : f32
  %n1 = arith.constant 63.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %s = dlopt.reduce add %x dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %d = dlopt.map %x, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.subf %a, %0 : f32
    dlopt.yield %1 : f32
  }
  %sq = dlopt.map %d : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %v = dlopt.reduce add %sq dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  // expected-remark@+1 {{a norm whose squares are not divided by their number (an unbiased variance?)}}
  %r = dlopt.map %d, %v dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n1 : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

func.func @epsilon_argument(%x: tensor<8x64xf32>, %eps: f32) -> tensor<8x64xf32> {
  %n = arith.constant 64.0 : f32
  %sq = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %sq dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  // expected-remark@+1 {{a norm whose epsilon is not a constant}}
  %r = dlopt.map %x, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// x / (sqrt(mean square) + eps) has its epsilon outside the root.
func.func @epsilon_outside(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %n = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %sq = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %sq dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %r = dlopt.map %x, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n : f32
    %1 = math.sqrt %0 : f32
    %2 = arith.addf %1, %eps : f32
    %3 = arith.divf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// The statistics run over channels that are not last.
func.func @channels_first(%x: tensor<2x8x64xf32>) -> tensor<2x8x64xf32> {
  %n = arith.constant 8.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %sq = dlopt.map %x : (tensor<2x8x64xf32>) -> tensor<2x8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %sq dims [1] : tensor<2x8x64xf32> -> tensor<2x64xf32>
  // expected-remark@+1 {{a norm over other than the last dimensions}}
  %r = dlopt.map %x, %s dims [[0, 1, 2], [0, 2]] : (tensor<2x8x64xf32>, tensor<2x64xf32>) -> tensor<2x8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  return %r : tensor<2x8x64xf32>
}

// -----

// The deviation of one tensor scales another.
func.func @other_tensor(%x: tensor<8x64xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %n = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %sq = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %sq dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %r = dlopt.map %y, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

func.func @wide_sums(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %n = arith.constant 64.0 : f64
  %eps = arith.constant 1.0e-5 : f64
  %sq = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf64> {
  ^bb0(%a: f32):
    %w = arith.extf %a : f32 to f64
    %0 = arith.mulf %w, %w : f64
    dlopt.yield %0 : f64
  }
  %s = dlopt.reduce add %sq dims [1] : tensor<8x64xf64> -> tensor<8xf64>
  // expected-remark@+1 {{a norm with sums in f64; dlopt's of this type sums in f32}}
  %r = dlopt.map %x, %s dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf64>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f64):
    %0 = arith.divf %b, %n : f64
    %1 = arith.addf %0, %eps : f64
    %2 = math.rsqrt %1 : f64
    %w = arith.extf %a : f32 to f64
    %3 = arith.mulf %w, %2 : f64
    %4 = arith.truncf %3 : f64 to f32
    dlopt.yield %4 : f32
  }
  return %r : tensor<8x64xf32>
}
