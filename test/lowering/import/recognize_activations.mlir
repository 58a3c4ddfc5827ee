// Activations as exporters write them: one labelled map each.
// RUN: dlopt-opt %s -split-input-file -dlopt-import-recognize-activations | FileCheck %s

// torch-mlir's body for GELU.
// CHECK-LABEL: func.func @gelu_erf(
// CHECK: dlopt.map %{{.*}} {dlopt.activation = "gelu_erf"}
func.func @gelu_erf(%x: tensor<1x12x512xf32>) -> tensor<1x12x512xf32> {
  %root = arith.constant 1.41421354 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %r = dlopt.map %x dims [[-1, 1, 2]] : (tensor<1x12x512xf32>) -> tensor<1x12x512xf32> {
  ^bb0(%a: f32):
    %0 = arith.divf %a, %root : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %a, %3 : f32
    dlopt.yield %4 : f32
  }
  return %r : tensor<1x12x512xf32>
}

// -----

// One operation a map; the chain is merged in the program's order (JAX).
// CHECK-LABEL: func.func @gelu_tanh(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf32>)
// CHECK: %[[R:.*]] = dlopt.map %[[X]] {dlopt.activation = "gelu_tanh"} : (tensor<?x64xf32>) -> tensor<?x64xf32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
// CHECK: arith.mulf %[[A]], %[[A]]
// CHECK: math.tanh
// CHECK: dlopt.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @gelu_tanh(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c = arith.constant 4.471500e-02 : f32
  %k = arith.constant 0.797884583 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %x3 = dlopt.map %x : (tensor<?x64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.mulf %0, %a : f32
    dlopt.yield %1 : f32
  }
  %i = dlopt.map %x, %x3 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %b, %c : f32
    %1 = arith.addf %a, %0 : f32
    %2 = arith.mulf %1, %k : f32
    dlopt.yield %2 : f32
  }
  %t = dlopt.map %i : (tensor<?x64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: f32):
    %0 = math.tanh %a : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %x, %t : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %b, %one : f32
    %1 = arith.mulf %0, %half : f32
    %2 = arith.mulf %a, %1 : f32
    dlopt.yield %2 : f32
  }
  return %r : tensor<?x64xf32>
}

// -----

// tosa.sigmoid and a product; the gate stays a map of its own.
// CHECK-LABEL: func.func @silu_gate(
// CHECK-SAME: %[[X:.*]]: tensor<1x40x8960xf32>, %[[U:.*]]: tensor<1x40x8960xf32>)
// CHECK: %[[S:.*]] = dlopt.map %[[X]] {dlopt.activation = "silu"}
// CHECK: dlopt.map %[[S]], %[[U]] :
func.func @silu_gate(%x: tensor<1x40x8960xf32>, %u: tensor<1x40x8960xf32>) -> tensor<1x40x8960xf32> {
  %one = arith.constant 1.0 : f32
  %s = dlopt.map %x : (tensor<1x40x8960xf32>) -> tensor<1x40x8960xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    dlopt.yield %3 : f32
  }
  %y = dlopt.map %x, %s : (tensor<1x40x8960xf32>, tensor<1x40x8960xf32>) -> tensor<1x40x8960xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %y, %u : (tensor<1x40x8960xf32>, tensor<1x40x8960xf32>) -> tensor<1x40x8960xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<1x40x8960xf32>
}

// -----

// Five bf16 maps with splat constants (byteir).
// CHECK-LABEL: func.func @silu_bf16(
// CHECK-SAME: %[[X:.*]]: tensor<1x32x11008xbf16>)
// CHECK-NEXT: %[[R:.*]] = dlopt.map %[[X]] {dlopt.activation = "silu"}
// CHECK: arith.negf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK: arith.mulf
// CHECK: return %[[R]]
func.func @silu_bf16(%x: tensor<1x32x11008xbf16>) -> tensor<1x32x11008xbf16> {
  %one = arith.constant dense<1.0> : tensor<1x32x11008xbf16>
  %n = dlopt.map %x : (tensor<1x32x11008xbf16>) -> tensor<1x32x11008xbf16> {
  ^bb0(%a: bf16):
    %0 = arith.negf %a : bf16
    dlopt.yield %0 : bf16
  }
  %e = dlopt.map %n : (tensor<1x32x11008xbf16>) -> tensor<1x32x11008xbf16> {
  ^bb0(%a: bf16):
    %0 = math.exp %a : bf16
    dlopt.yield %0 : bf16
  }
  %p = dlopt.map %one, %e : (tensor<1x32x11008xbf16>, tensor<1x32x11008xbf16>) -> tensor<1x32x11008xbf16> {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.addf %a, %b : bf16
    dlopt.yield %0 : bf16
  }
  %s = dlopt.map %one, %p : (tensor<1x32x11008xbf16>, tensor<1x32x11008xbf16>) -> tensor<1x32x11008xbf16> {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.divf %a, %b : bf16
    dlopt.yield %0 : bf16
  }
  %r = dlopt.map %s, %x : (tensor<1x32x11008xbf16>, tensor<1x32x11008xbf16>) -> tensor<1x32x11008xbf16> {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.mulf %a, %b : bf16
    dlopt.yield %0 : bf16
  }
  return %r : tensor<1x32x11008xbf16>
}

// -----

// Division by 1 + exp(-x), times the other half of a gated unit, in one body.
// CHECK-LABEL: func.func @gated_body(
// CHECK: dlopt.map %{{.*}}, %{{.*}} {dlopt.activation = "silu"}
func.func @gated_body(%x: tensor<?x80xf32>, %u: tensor<?x80xf32>) -> tensor<?x80xf16> {
  %one = arith.constant 1.0 : f32
  %r = dlopt.map %x, %u : (tensor<?x80xf32>, tensor<?x80xf32>) -> tensor<?x80xf16> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %a, %2 : f32
    %4 = arith.mulf %3, %b : f32
    %5 = arith.truncf %4 : f32 to f16
    dlopt.yield %5 : f16
  }
  return %r : tensor<?x80xf16>
}

// -----

// x + 3, clamp, times 1/6, times x: one hard-swish (Keras); x is a tensor made
// by a map that stays.
// CHECK-LABEL: func.func @hard_swish(
// CHECK: %[[X:.*]] = dlopt.map %{{.*}}, %{{.*}} :
// CHECK: %[[R:.*]] = dlopt.map %[[X]] {dlopt.activation = "hard_swish"}
// CHECK: return %[[R]]
func.func @hard_swish(%p: tensor<1x7x7x16xf32>, %q: tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32> {
  %three = arith.constant dense<3.0> : tensor<1x7x7x16xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %six = arith.constant dense<6.0> : tensor<f32>
  %sixth = arith.constant dense<0.166666672> : tensor<1x7x7x16xf32>
  %x = dlopt.map %p, %q : (tensor<1x7x7x16xf32>, tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.map %x, %three : (tensor<1x7x7x16xf32>, tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %c = dlopt.map %zero, %s, %six dims [[], [0, 1, 2, 3], []] : (tensor<f32>, tensor<1x7x7x16xf32>, tensor<f32>) -> tensor<1x7x7x16xf32> {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %0 = arith.maximumf %a, %b : f32
    %1 = arith.minimumf %0, %d : f32
    dlopt.yield %1 : f32
  }
  %h = dlopt.map %c, %sixth : (tensor<1x7x7x16xf32>, tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %h, %x : (tensor<1x7x7x16xf32>, tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<1x7x7x16xf32>
}

// -----

// A compare and a select after a bias, and a clamp.
// CHECK-LABEL: func.func @relus(
// CHECK: dlopt.map %{{.*}}, %{{.*}} dims {{.*}} {dlopt.activation = "relu"}
// CHECK: dlopt.map %{{.*}} {dlopt.activation = "relu6"}
func.func @relus(%x: tensor<8x64xf32>, %b: tensor<64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %y = dlopt.map %x, %b dims [[0, 1], [1]] : (tensor<8x64xf32>, tensor<64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.addf %a, %c : f32
    %1 = arith.cmpf ugt, %0, %zero : f32
    %2 = arith.select %1, %0, %zero : f32
    dlopt.yield %2 : f32
  }
  %w = dlopt.map %y : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = math.sin %a : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %w : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.minimumf %a, %six : f32
    %1 = arith.maximumf %0, %zero : f32
    dlopt.yield %1 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// expm1 behind a guard, one map an operation (JAX's selu).
// CHECK-LABEL: func.func @selu(
// CHECK: dlopt.map %{{.*}} {dlopt.activation = "selu"}
// CHECK-NOT: = dlopt.map
func.func @selu(%x: tensor<20x13xf32>) -> tensor<20x13xf32> {
  %zero = arith.constant dense<0.0> : tensor<20x13xf32>
  %alpha = arith.constant dense<1.67326319> : tensor<20x13xf32>
  %lambda = arith.constant dense<1.05070102> : tensor<20x13xf32>
  %c = dlopt.map %x, %zero : (tensor<20x13xf32>, tensor<20x13xf32>) -> tensor<20x13xi1> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.cmpf ogt, %a, %b : f32
    dlopt.yield %0 : i1
  }
  %n = dlopt.map %c, %zero, %x : (tensor<20x13xi1>, tensor<20x13xf32>, tensor<20x13xf32>) -> tensor<20x13xf32> {
  ^bb0(%a: i1, %b: f32, %d: f32):
    %0 = arith.select %a, %b, %d : f32
    dlopt.yield %0 : f32
  }
  %e = dlopt.map %n : (tensor<20x13xf32>) -> tensor<20x13xf32> {
  ^bb0(%a: f32):
    %0 = math.expm1 %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.map %alpha, %e : (tensor<20x13xf32>, tensor<20x13xf32>) -> tensor<20x13xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %w = dlopt.map %c, %x, %s : (tensor<20x13xi1>, tensor<20x13xf32>, tensor<20x13xf32>) -> tensor<20x13xf32> {
  ^bb0(%a: i1, %b: f32, %d: f32):
    %0 = arith.select %a, %b, %d : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %w, %lambda : (tensor<20x13xf32>, tensor<20x13xf32>) -> tensor<20x13xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<20x13xf32>
}
