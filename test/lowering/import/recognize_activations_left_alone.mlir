// What is close to an activation, or spread over values with other uses.
// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(func.func(dlopt-import-recognize-activations{remarks=true}))' | FileCheck %s

// The sigmoid is returned too: it keeps its label, the product gets none.
// CHECK-LABEL: func.func @other_use(
// CHECK: dlopt.map %{{.*}} {dlopt.activation = "sigmoid"}
// CHECK: dlopt.map %{{.*}}, %{{.*}} :
func.func @other_use(%x: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-remark@+1 {{recognised: sigmoid}}
  %s = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    dlopt.yield %3 : f32
  }
  // expected-remark@+1 {{left as it is: silu in several steps that cannot be merged: one has other uses, or is no map}}
  %r = dlopt.map %x, %s : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r, %s : tensor<8x64xf32>, tensor<8x64xf32>
}

// -----

// Another constant, another function.
// CHECK-LABEL: func.func @wrong_constant(
// CHECK-NOT: dlopt.activation
func.func @wrong_constant(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %root = arith.constant 1.4 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %r = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.divf %a, %root : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %a, %3 : f32
    dlopt.yield %4 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// x * sigmoid(y) is no activation of one value; sigmoid(y) is.
// CHECK-LABEL: func.func @two_values(
// CHECK: {dlopt.activation = "sigmoid"}
func.func @two_values(%x: tensor<8x64xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %one = arith.constant 1.0 : f32
  // expected-remark@+1 {{recognised: sigmoid}}
  %r = dlopt.map %x, %y : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    %4 = arith.mulf %a, %3 : f32
    dlopt.yield %4 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// A clamp between other bounds.
// CHECK-LABEL: func.func @other_clamp(
// CHECK-NOT: dlopt.activation
func.func @other_clamp(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %low = arith.constant -1.0 : f32
  %high = arith.constant 1.0 : f32
  %r = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.minimumf %a, %high : f32
    %1 = arith.maximumf %0, %low : f32
    dlopt.yield %1 : f32
  }
  return %r : tensor<8x64xf32>
}
