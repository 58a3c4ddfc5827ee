// Operations beside each other that share a kernel.
// RUN: dlopt-opt %s -split-input-file -dlopt-fusion-explained -verify-diagnostics | FileCheck %s

// Gate and up: two products of one left side, and the map that needs both.
// CHECK-LABEL: func.func @gate_up
// CHECK: dlopt.kernel {{.*}} name "gemm2_silu_mul" {class = "gemm"} {{.*}} -> tensor<?x16xf16>
// CHECK-NOT: dlopt.kernel
// CHECK: return
func.func @gate_up(%x: tensor<?x8xf16>, %g: tensor<8x16xf16>, %u: tensor<8x16xf16>) -> tensor<?x16xf16> {
  %0 = dlopt.matmul %x, %g : tensor<?x8xf16>, tensor<8x16xf16> -> tensor<?x16xf16>
  // expected-remark @below {{fused into 'dlopt.matmul' as epilogue}}
  %1 = dlopt.map %0 {dlopt.activation = "silu"} : (tensor<?x16xf16>) -> tensor<?x16xf16> {
  ^bb0(%a: f16):
    %d = arith.negf %a : f16
    %e = math.exp %d : f16
    dlopt.yield %e : f16
  }
  // expected-remark @below {{fused beside a product of the same left side}}
  %2 = dlopt.matmul %x, %u : tensor<?x8xf16>, tensor<8x16xf16> -> tensor<?x16xf16>
  // expected-remark @below {{fused into 'dlopt.matmul' as epilogue}}
  %3 = dlopt.map %1, %2 : (tensor<?x16xf16>, tensor<?x16xf16>) -> tensor<?x16xf16> {
  ^bb0(%a: f16, %c: f16):
    %d = arith.mulf %a, %c : f16
    dlopt.yield %d : f16
  }
  return %3 : tensor<?x16xf16>
}

// -----

// Query, key and value, keys and values with fewer heads: one kernel of three
// outputs, each with its own epilogue; a map over two of them does not fit.
// CHECK-LABEL: func.func @qkv
// CHECK: dlopt.kernel {{.*}} name "gemm3_bias_cast" {class = "gemm"}
// CHECK-SAME: -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x8xf16>, tensor<4x8xf32>)
// CHECK: dlopt.kernel {{.*}} name "bias" {class = "pointwise"}
func.func @qkv(%x: tensor<4x8xf32>, %q: tensor<8x16xf32>, %k: tensor<8x8xf32>, %v: tensor<8x8xf32>, %b: tensor<16xf32>)
    -> (tensor<4x16xf32>, tensor<4x8xf16>, tensor<4x8xf32>, tensor<4x16xf32>) {
  %0 = dlopt.matmul %x, %q : tensor<4x8xf32>, tensor<8x16xf32> -> tensor<4x16xf32>
  // expected-remark @below {{fused into 'dlopt.matmul' as epilogue}}
  %1 = dlopt.map %0, %b dims [[0, 1], [1]] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  // expected-remark @below {{fused beside a product of the same left side}}
  %2 = dlopt.matmul %x, %k : tensor<4x8xf32>, tensor<8x8xf32> -> tensor<4x8xf32>
  // expected-remark @below {{fused into 'dlopt.matmul' as epilogue}}
  %3 = dlopt.cast %2 : tensor<4x8xf32> to tensor<4x8xf16>
  // expected-remark @below {{fused beside a product of the same left side}}
  %4 = dlopt.matmul %x, %v : tensor<4x8xf32>, tensor<8x8xf32> -> tensor<4x8xf32>
  %s = tensor.extract_slice %4[0, 0] [4, 1] [1, 1] : tensor<4x8xf32> to tensor<4xf32>
  // expected-remark @below {{not fused: 'tensor.extract_slice' lies between and needs one for the other (after 'dlopt.matmul')}}
  %5 = dlopt.map %0, %s dims [[0, 1], [0]] : (tensor<4x16xf32>, tensor<4xf32>) -> tensor<4x16xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  return %1, %3, %4, %5 : tensor<4x16xf32>, tensor<4x8xf16>, tensor<4x8xf32>, tensor<4x16xf32>
}

// -----

// Left alone: a product that needs the other, ones of another form, type, batch.
// CHECK-LABEL: func.func @other_products
// CHECK-COUNT-5: {class = "gemm"}
func.func @other_products(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %h: tensor<8x8xf16>, %b: tensor<?x8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<?x8x8xf32>) {
  %0 = dlopt.matmul %x, %w : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  // expected-remark @+2 {{not fused: one needs the other (beside a product of the same left side)}}
  // expected-remark @below {{not fused: its operand would be computed again for each tile (after 'dlopt.matmul')}}
  %1 = dlopt.matmul %x, %0 : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  // expected-remark @below {{not fused: the products differ in a transpose, the accumulator or numerics (beside a product of the same left side)}}
  %2 = dlopt.matmul %x transposed, %w : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  // expected-remark @below {{not fused: the products differ in a transpose, the accumulator or numerics (beside a product of the same left side)}}
  %3 = dlopt.matmul %x, %h : tensor<8x8xf32>, tensor<8x8xf16> -> tensor<8x8xf32>
  // expected-remark @below {{not fused: the products have different element types (beside a product of the same left side)}}
  %4 = dlopt.matmul %x, %b : tensor<8x8xf32>, tensor<?x8x8xf32> -> tensor<?x8x8xf32>
  return %1, %2, %3, %4 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<?x8x8xf32>
}

// -----

// Batches of dynamic size are one only where that can be shown.
// CHECK-LABEL: func.func @batches
// CHECK: name "gemm"
// CHECK: name "gemm_2"
func.func @batches(%x: tensor<8x8xf32>, %b: tensor<?x8x8xf32>, %c: tensor<?x8x8xf32>) -> (tensor<?x8x8xf32>, tensor<?x8x8xf32>) {
  %0 = dlopt.matmul %x, %b : tensor<8x8xf32>, tensor<?x8x8xf32> -> tensor<?x8x8xf32>
  // expected-remark @below {{not fused: the products' batches are not provably of one size (beside a product of the same left side)}}
  %1 = dlopt.matmul %x, %c : tensor<8x8xf32>, tensor<?x8x8xf32> -> tensor<?x8x8xf32>
  return %0, %1 : tensor<?x8x8xf32>, tensor<?x8x8xf32>
}

// -----

// Maps of one shape that do not need each other; one whose size is another, or
// may be another, is alone.
// CHECK-LABEL: func.func @neighbours
// CHECK: dlopt.kernel %arg0, %arg1 name "absf_neg" {class = "pointwise"}
// CHECK: dlopt.kernel %arg2 name "absf" {class = "pointwise"}
func.func @neighbours(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>, %z: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) {
  %0 = dlopt.map %x, %y : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = math.absf %a : f32
    dlopt.yield %d : f32
  }
  // expected-remark @below {{fused beside a map of the same shape}}
  %1 = dlopt.map %x : (tensor<4x?xf32>) -> tensor<4x?xf32> {
  ^bb0(%a: f32):
    %d = arith.negf %a : f32
    dlopt.yield %d : f32
  }
  %2 = dlopt.map %z : (tensor<4x?xf32>) -> tensor<4x?xf32> {
  ^bb0(%a: f32):
    %d = math.absf %a : f32
    dlopt.yield %d : f32
  }
  return %0, %1, %2 : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>
}

// -----

// A diamond of maps is one kernel, whatever the order of its sides.
// CHECK-LABEL: func.func @diamond
// CHECK: dlopt.kernel %arg0, %arg1 name "absf_neg_add" {class = "pointwise"} {{.*}} -> tensor<4x8xf32>
// CHECK-NOT: dlopt.kernel
// CHECK: return
func.func @diamond(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = dlopt.map %x : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    %d = math.absf %a : f32
    dlopt.yield %d : f32
  }
  %1 = dlopt.map %y dims [[0, 1]] : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    %d = arith.negf %a : f32
    dlopt.yield %d : f32
  }
  // expected-remark @below {{fused into 'dlopt.map' as chain}}
  %2 = dlopt.map %0, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  return %2 : tensor<4x8xf32>
}
