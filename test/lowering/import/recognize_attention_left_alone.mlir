// Two products and a softmax that are not attention, or not as dlopt has it:
// left alone, with a remark that says why.
// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(func.func(dlopt-import-recognize-attention{remarks=true}))' | FileCheck %s
// CHECK-NOT: = dlopt.attention

// The weights are a result too.
func.func @shared_weights(%q: tensor<4x5x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x8xf32>) -> (tensor<4x5x8xf32>, tensor<4x5x6xf32>) {
  %s = dlopt.matmul %q, %k transposed : tensor<4x5x8xf32>, tensor<4x6x8xf32> -> tensor<4x5x6xf32>
  %p = dlopt.softmax %s dim 2 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  // expected-remark@+1 {{attention, but its weights have other uses: the products would be computed twice}}
  %r = dlopt.matmul %p, %v : tensor<4x5x6xf32>, tensor<4x6x8xf32> -> tensor<4x5x8xf32>
  return %r, %p : tensor<4x5x8xf32>, tensor<4x5x6xf32>
}

// -----

// A finite number under a mask that may hide a whole row.
func.func @finite_mask(%q: tensor<4x5x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x8xf32>, %m: tensor<5x6xi1>) -> tensor<4x5x8xf32> {
  %low = arith.constant -1.0e9 : f32
  %s = dlopt.matmul %q, %k transposed : tensor<4x5x8xf32>, tensor<4x6x8xf32> -> tensor<4x5x6xf32>
  %sm = dlopt.map %s, %m dims [[0, 1, 2], [1, 2]] : (tensor<4x5x6xf32>, tensor<5x6xi1>) -> tensor<4x5x6xf32> {
  ^bb0(%a: f32, %b: i1):
    %0 = arith.select %b, %a, %low : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %sm dim 2 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  // expected-remark@+1 {{attention whose mask selects -1e+09, not -inf: a wholly masked row would change}}
  %r = dlopt.matmul %p, %v : tensor<4x5x6xf32>, tensor<4x6x8xf32> -> tensor<4x5x8xf32>
  return %r : tensor<4x5x8xf32>
}

// -----

// The softmax runs along the queries.
func.func @other_softmax(%q: tensor<4x6x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x8xf32>) -> tensor<4x6x8xf32> {
  %s = dlopt.matmul %q, %k transposed : tensor<4x6x8xf32>, tensor<4x6x8xf32> -> tensor<4x6x6xf32>
  %p = dlopt.softmax %s dim 1 : tensor<4x6x6xf32> -> tensor<4x6x6xf32>
  %r = dlopt.matmul %p, %v : tensor<4x6x6xf32>, tensor<4x6x8xf32> -> tensor<4x6x8xf32>
  return %r : tensor<4x6x8xf32>
}

// -----

// The scores are capped.
func.func @capped(%q: tensor<4x5x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x8xf32>) -> tensor<4x5x8xf32> {
  %s = dlopt.matmul %q, %k transposed : tensor<4x5x8xf32>, tensor<4x6x8xf32> -> tensor<4x5x6xf32>
  %t = dlopt.map %s : (tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  ^bb0(%a: f32):
    %0 = math.tanh %a : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %t dim 2 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  // expected-remark@+1 {{the scores are not a product with constant scale and masks}}
  %r = dlopt.matmul %p, %v : tensor<4x5x6xf32>, tensor<4x6x8xf32> -> tensor<4x5x8xf32>
  return %r : tensor<4x5x8xf32>
}

// -----

// The scale is an argument.
func.func @dynamic_scale(%q: tensor<4x5x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x8xf32>, %scale: f32) -> tensor<4x5x8xf32> {
  %s = dlopt.matmul %q, %k transposed : tensor<4x5x8xf32>, tensor<4x6x8xf32> -> tensor<4x5x6xf32>
  %t = dlopt.map %s : (tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %scale : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %t dim 2 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  // expected-remark@+1 {{the scores are not a product with constant scale and masks}}
  %r = dlopt.matmul %p, %v : tensor<4x5x6xf32>, tensor<4x6x8xf32> -> tensor<4x5x8xf32>
  return %r : tensor<4x5x8xf32>
}

// -----

// The heads of keys and values alternate (a tile, not a repetition), which no
// grouping of dlopt.attention says.
func.func @tiled_heads(%q: tensor<6x5x8xf32>, %k: tensor<2x7x8xf32>, %v: tensor<2x7x8xf32>) -> tensor<6x5x8xf32> {
  %kr = dlopt.map %k dims [[1, 2, 3]] : (tensor<2x7x8xf32>) -> tensor<3x2x7x8xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %vr = dlopt.map %v dims [[1, 2, 3]] : (tensor<2x7x8xf32>) -> tensor<3x2x7x8xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %k6 = tensor.collapse_shape %kr [[0, 1], [2], [3]] : tensor<3x2x7x8xf32> into tensor<6x7x8xf32>
  %v6 = tensor.collapse_shape %vr [[0, 1], [2], [3]] : tensor<3x2x7x8xf32> into tensor<6x7x8xf32>
  %s = dlopt.matmul %q, %k6 transposed : tensor<6x5x8xf32>, tensor<6x7x8xf32> -> tensor<6x5x7xf32>
  %p = dlopt.softmax %s dim 2 : tensor<6x5x7xf32> -> tensor<6x5x7xf32>
  // expected-remark@+1 {{recognised: attention}}
  %r = dlopt.matmul %p, %v6 : tensor<6x5x7xf32>, tensor<6x7x8xf32> -> tensor<6x5x8xf32>
  return %r : tensor<6x5x8xf32>
}
// The repetition stays in front of the op.
// CHECK: @tiled_heads
// CHECK: dlopt.map
// CHECK: dlopt.attention {{.*}} : tensor<6x5x8xf32>, tensor<6x7x8xf32>, tensor<6x7x8xf32>

// -----

// One position off the diagonal: a mask, not causal.
// CHECK-LABEL: @strict_triangle
// CHECK: dlopt.attention {{.*}} mask %{{.*}} scale 1.000000e+00 :
func.func @strict_triangle(%q: tensor<4x6x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x8xf32>) -> tensor<4x6x8xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %s = dlopt.matmul %q, %k transposed : tensor<4x6x8xf32>, tensor<4x6x8xf32> -> tensor<4x6x6xf32>
  %t = dlopt.map %s : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32> {
  ^bb0(%a: f32):
    %i = dlopt.index 1 : index
    %j = dlopt.index 2 : index
    %c = arith.cmpi slt, %j, %i : index
    %0 = arith.select %c, %a, %ninf : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %t dim 2 : tensor<4x6x6xf32> -> tensor<4x6x6xf32>
  // expected-remark@+1 {{recognised: attention}}
  %r = dlopt.matmul %p, %v : tensor<4x6x6xf32>, tensor<4x6x8xf32> -> tensor<4x6x8xf32>
  return %r : tensor<4x6x8xf32>
}

// -----

// Dynamic lengths that are not known to be one: the comparison stays a mask.
// CHECK-LABEL: @unrelated_lengths
// CHECK: dlopt.attention {{.*}} mask %{{.*}} scale 1.000000e+00 :
func.func @unrelated_lengths(%q: tensor<4x?x8xf32>, %k: tensor<4x?x8xf32>, %v: tensor<4x?x8xf32>) -> tensor<4x?x8xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %s = dlopt.matmul %q, %k transposed : tensor<4x?x8xf32>, tensor<4x?x8xf32> -> tensor<4x?x?xf32>
  %t = dlopt.map %s : (tensor<4x?x?xf32>) -> tensor<4x?x?xf32> {
  ^bb0(%a: f32):
    %i = dlopt.index 1 : index
    %j = dlopt.index 2 : index
    %c = arith.cmpi sle, %j, %i : index
    %0 = arith.select %c, %a, %ninf : f32
    dlopt.yield %0 : f32
  }
  %p = dlopt.softmax %t dim 2 : tensor<4x?x?xf32> -> tensor<4x?x?xf32>
  // expected-remark@+1 {{recognised: attention}}
  %r = dlopt.matmul %p, %v : tensor<4x?x?xf32>, tensor<4x?x8xf32> -> tensor<4x?x8xf32>
  return %r : tensor<4x?x8xf32>
}
