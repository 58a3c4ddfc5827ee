// What a kernel holds and is called; `-verify-diagnostics` in the other files
// shows each decision.
// RUN: dlopt-opt %s -split-input-file -dlopt-fusion | FileCheck %s

// The epilogue comes in, splat and scalar constants with it; what the kernel
// needs from outside are its inputs, each once.
// CHECK-LABEL: func.func @epilogue(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x16xf32>, %[[B:.*]]: tensor<16xf32>)
// CHECK: %[[R:.*]] = dlopt.kernel %[[X]], %[[W]], %[[B]] name "gemm_bias_gelu_scale" {class = "gemm"}
// CHECK-NEXT: ^bb0(%[[X1:.*]]: tensor<4x8xf32>, %[[W1:.*]]: tensor<8x16xf32>, %[[B1:.*]]: tensor<16xf32>):
// CHECK-DAG: arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[S:.*]] = arith.constant dense<5.000000e-01> : tensor<16xf32>
// CHECK: %[[M:.*]] = dlopt.matmul %[[X1]], %[[W1]]
// CHECK: %[[E:.*]] = dlopt.map %[[M]], %[[B1]]
// CHECK: %[[F:.*]] = dlopt.map %[[E]] {dlopt.activation = "gelu_tanh"}
// CHECK: %[[G:.*]] = dlopt.map %[[F]], %[[S]], %[[B1]]
// CHECK: dlopt.yield %[[G]] : tensor<4x16xf32>
// CHECK: return %[[R]]
func.func @epilogue(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %two = arith.constant 2.0 : f32
  %half = arith.constant dense<0.5> : tensor<16xf32>
  %0 = dlopt.matmul %x, %w : tensor<4x8xf32>, tensor<8x16xf32> -> tensor<4x16xf32>
  %1 = dlopt.map %0, %b dims [[0, 1], [1]] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32> {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %a, %c : f32
    dlopt.yield %s : f32
  }
  %2 = dlopt.map %1 {dlopt.activation = "gelu_tanh"} : (tensor<4x16xf32>) -> tensor<4x16xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %two : f32
    %t = math.tanh %s : f32
    dlopt.yield %t : f32
  }
  %3 = dlopt.map %2, %half, %b dims [[0, 1], [1], [1]] : (tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<4x16xf32> {
  ^bb0(%a: f32, %c: f32, %d: f32):
    %s = arith.mulf %a, %c : f32
    dlopt.yield %s : f32
  }
  return %3 : tensor<4x16xf32>
}

// -----

// A raw result that is used too is a second output, and a residual that another
// kernel computes an input.
// CHECK-LABEL: func.func @second_output
// CHECK: %[[N:.*]] = dlopt.kernel %{{.*}}, %{{.*}} name "rms_norm" {class = "rows"}
// CHECK: %[[R:.*]]:2 = dlopt.kernel %{{.*}}, %{{.*}}, %[[N]] name "gemm_add" {class = "gemm"}
// CHECK-SAME: -> (tensor<4x16xf16>, tensor<4x16xf16>)
// CHECK: dlopt.yield %{{.*}}, %{{.*}} : tensor<4x16xf16>, tensor<4x16xf16>
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @second_output(%x: tensor<4x8xf16>, %w: tensor<8x16xf16>, %y: tensor<4x16xf16>, %g: tensor<16xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>) {
  %n = dlopt.rms_norm %y scale %g axis 1 epsilon 1.0e-5 : tensor<4x16xf16>, tensor<16xf16> -> tensor<4x16xf16>
  %0 = dlopt.matmul %x, %w : tensor<4x8xf16>, tensor<8x16xf16> -> tensor<4x16xf16>
  %1 = dlopt.map %0, %n : (tensor<4x16xf16>, tensor<4x16xf16>) -> tensor<4x16xf16> {
  ^bb0(%a: f16, %c: f16):
    %s = arith.addf %a, %c : f16
    dlopt.yield %s : f16
  }
  return %0, %1 : tensor<4x16xf16>, tensor<4x16xf16>
}

// -----

// A repeated name gets a number; what nobody uses disappears; what a region
// within reads is an output.
// CHECK-LABEL: func.func @names
// CHECK: dlopt.kernel {{.*}} name "softmax" {class = "rows"}
// CHECK: dlopt.kernel {{.*}} name "softmax_2" {class = "rows"}
// CHECK-NOT: dlopt.reduce
// CHECK: scf.for
// CHECK: dlopt.kernel {{.*}} name "add" {class = "pointwise"}
func.func @names(%x: tensor<4x8xf32>, %n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = dlopt.softmax %x dim 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = dlopt.softmax %0 dim 0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %dead = dlopt.reduce add %0 dims [0] : tensor<4x8xf32> -> tensor<8xf32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %1) -> tensor<4x8xf32> {
    %3 = dlopt.map %t, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%a: f32, %c: f32):
      %s = arith.addf %a, %c : f32
      dlopt.yield %s : f32
    }
    scf.yield %3 : tensor<4x8xf32>
  }
  return %2 : tensor<4x8xf32>
}

// -----

// Several functions: their names keep kernels apart. What is in a kernel stays
// as it is.
// CHECK-LABEL: func.func @first
// CHECK: name "first_attention_cast" {class = "attention"}
func.func @first(%q: tensor<2x4x8xf16>) -> tensor<2x4x8xf32> {
  %0 = dlopt.attention %q, %q, %q scale 0.5 : tensor<2x4x8xf16>, tensor<2x4x8xf16>, tensor<2x4x8xf16> -> tensor<2x4x8xf16>
  %1 = dlopt.cast %0 : tensor<2x4x8xf16> to tensor<2x4x8xf32>
  return %1 : tensor<2x4x8xf32>
}
// CHECK-LABEL: func.func @second
// CHECK: dlopt.kernel %{{.*}} name "mine" :
// CHECK-NOT: dlopt.kernel
// CHECK: return
func.func @second(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = dlopt.kernel %x name "mine" : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%y: tensor<4x8xf32>):
    %1 = dlopt.softmax %y dim 1 : tensor<4x8xf32> -> tensor<4x8xf32>
    dlopt.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
