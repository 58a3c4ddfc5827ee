// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -dlopt-kernel-outline

func.func @no_generator(%x: tensor<4x8xf16>, %y: tensor<8x4xf16>) -> tensor<4x4xf16> {
  %0 = dlopt.kernel %x, %y : (tensor<4x8xf16>, tensor<8x4xf16>) -> tensor<4x4xf16> {
  ^bb0(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>):
    // expected-error @below {{has no GPU kernel generator yet; generators are there for maps, casts, reductions, softmax and norms; compile for the CPU, or keep it out of the kernel}}
    %1 = dlopt.matmul %a, %b : tensor<4x8xf16>, tensor<8x4xf16> -> tensor<4x4xf16>
    dlopt.yield %1 : tensor<4x4xf16>
  }
  return %0 : tensor<4x4xf16>
}

// -----

func.func @narrow_float(%x: tensor<8xf32>) -> tensor<8xf8E4M3FN> {
  %0 = dlopt.kernel %x : (tensor<8xf32>) -> tensor<8xf8E4M3FN> {
  ^bb0(%a: tensor<8xf32>):
    // expected-error @below {{has no GPU code yet for elements of type f8E4M3FN; cast to f16, bf16, f32 or f64, or to i8, i16, i32 or i64}}
    %1 = dlopt.cast %a : tensor<8xf32> to tensor<8xf8E4M3FN>
    dlopt.yield %1 : tensor<8xf8E4M3FN>
  }
  return %0 : tensor<8xf8E4M3FN>
}

// -----

func.func @gather(%x: tensor<8xf32>, %i: tensor<4xindex>) -> tensor<4xf32> {
  %0 = dlopt.kernel %x, %i : (tensor<8xf32>, tensor<4xindex>) -> tensor<4xf32> {
  ^bb0(%a: tensor<8xf32>, %b: tensor<4xindex>):
    %1 = dlopt.map %b : (tensor<4xindex>) -> tensor<4xf32> {
    ^bb0(%e: index):
      // expected-error @below {{reads a whole tensor in a map's body, and gathers have no GPU code yet}}
      %2 = tensor.extract %a[%e] : tensor<8xf32>
      dlopt.yield %2 : f32
    }
    dlopt.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @constant() -> tensor<2xf32> {
  %0 = dlopt.kernel : () -> tensor<2xf32> {
    // expected-error @below {{holds different numbers inside a kernel; make it an input of the kernel}}
    %1 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %2 = dlopt.map %1 : (tensor<2xf32>) -> tensor<2xf32> {
    ^bb0(%e: f32):
      %3 = arith.negf %e : f32
      dlopt.yield %3 : f32
    }
    dlopt.yield %2 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @two_kinds_of_rows(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %0:2 = dlopt.kernel %x : (tensor<4x8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @below {{which is here}}
    %1 = dlopt.reduce add %a dims [1] : tensor<4x8xf32> -> tensor<4xf32>
    // expected-error @below {{works on other rows than an operation before it in its kernel; split the kernel between them}}
    %2 = dlopt.reduce add %a dims [0] : tensor<4x8xf32> -> tensor<8xf32>
    dlopt.yield %1, %2 : tensor<4xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<8xf32>
}

// -----

func.func @turned(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = dlopt.kernel %x : (tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: tensor<8x8xf32>):
    // expected-error @below {{is used along other dimensions than it has within its kernel; split the kernel behind it}}
    %1 = dlopt.softmax %a dim 1 : tensor<8x8xf32> -> tensor<8x8xf32>
    %2 = dlopt.map %1, %1 dims [[0, 1], [1, 0]] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
    ^bb0(%e: f32, %f: f32):
      %3 = arith.addf %e, %f : f32
      dlopt.yield %3 : f32
    }
    dlopt.yield %2 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// -----

func.func @two_shapes(%x: tensor<8xf32>, %y: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  // expected-error @below {{cannot be one kernel: result #1 has other dimensions than those that its threads run along; split the kernel}}
  %0:2 = dlopt.kernel %x, %y : (tensor<8xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<4xf32>):
    %1 = dlopt.cast %a : tensor<8xf32> to tensor<8xf32>
    %2 = dlopt.cast %b : tensor<4xf32> to tensor<4xf32>
    dlopt.yield %1, %2 : tensor<8xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<4xf32>
}

// -----

func.func @scalar(%x: f32) -> f32 {
  // expected-error @below {{gives a scalar, result #0; a GPU kernel gives tensors}}
  %0 = dlopt.kernel %x : (f32) -> f32 {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return %0 : f32
}
