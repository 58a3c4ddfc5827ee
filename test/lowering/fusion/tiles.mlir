// Products, convolutions, attention and pools with what comes before and after.
// RUN: dlopt-opt %s -split-input-file -dlopt-fusion-explained -verify-diagnostics | FileCheck %s

// An epilogue may turn the result, as long as it walks the same elements.
// CHECK-LABEL: func.func @turned
// CHECK: dlopt.kernel {{.*}} name "conv_bias_relu" {class = "conv"}
// CHECK-NOT: dlopt.kernel
// CHECK: return
func.func @turned(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x16xf32>, %b: tensor<16xf32>) -> tensor<1x16x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = dlopt.conv %x, %w layouts ["nhwc", "hwcf", "nhwf"] : tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32> -> tensor<1x6x6x16xf32>
  // expected-remark @below {{fused into 'dlopt.conv' as epilogue}}
  %1 = dlopt.map %0, %b dims [[0, 2, 3, 1], [1]] : (tensor<1x6x6x16xf32>, tensor<16xf32>) -> tensor<1x16x6x6xf32> {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %a, %c : f32
    dlopt.yield %s : f32
  }
  // expected-remark @below {{fused into 'dlopt.conv' as epilogue}}
  %2 = dlopt.map %1 {dlopt.activation = "relu"} : (tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  ^bb0(%a: f32):
    %s = arith.maximumf %a, %zero : f32
    dlopt.yield %s : f32
  }
  return %2 : tensor<1x16x6x6xf32>
}

// -----

// Left alone: a map that repeats the result, one that reads it in two orders,
// one that reads elements of it at computed places.
// CHECK-LABEL: func.func @not_the_same_elements
// CHECK: name "gemm" {class = "gemm"}
// CHECK: name "repeat"
// CHECK: name "add_gather"
func.func @not_the_same_elements(%x: tensor<4x4xf32>, %i: tensor<4x4xindex>) -> (tensor<2x4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = dlopt.matmul %x, %x : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  // expected-remark @below {{not fused: its result is larger: each element would be computed again for every repetition (after 'dlopt.matmul')}}
  %1 = dlopt.map %0 dims [[1, 2]] : (tensor<4x4xf32>) -> tensor<2x4x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  // expected-remark @below {{not fused: it reads two tensors of the group in different orders (after 'dlopt.matmul')}}
  %2 = dlopt.map %0, %0 dims [[0, 1], [1, 0]] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %a, %c : f32
    dlopt.yield %s : f32
  }
  // expected-remark @+2 {{not fused: it reads elements at computed places (after 'dlopt.matmul')}}
  // expected-remark @below {{fused beside a map of the same shape}}
  %3 = dlopt.map %i : (tensor<4x4xindex>) -> tensor<4x4xf32> {
  ^bb0(%a: index):
    %e = tensor.extract %0[%c0, %a] : tensor<4x4xf32>
    dlopt.yield %e : f32
  }
  return %1, %2, %3 : tensor<2x4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A prologue: moves, conversions and a scale, of one large tensor with one use.
// A conversion that two products need is repeated: it costs nothing but reads.
// CHECK-LABEL: func.func @prologue
// CHECK: dlopt.kernel {{.*}} name "scale_cast_gemm" {class = "gemm"} : (tensor<4x8xf16>, tensor<4xf16>, tensor<8x16xf32>)
// CHECK: dlopt.kernel {{.*}} name "cast_gemm" {class = "gemm"} : (tensor<8x16xf32>, tensor<4x8xf32>)
// CHECK-NOT: dlopt.kernel
// CHECK: return
func.func @prologue(%x: tensor<4x8xf16>, %s: tensor<4xf16>, %y: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> (tensor<4x16xf16>, tensor<4x16xf16>) {
  // expected-remark @+2 {{repeated in the kernel of 'dlopt.matmul': it only moves elements}}
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue}}
  %t = dlopt.cast %w : tensor<8x16xf32> to tensor<8x16xf16>
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue}}
  %0 = dlopt.map %x, %s dims [[0, 1], [0]] : (tensor<4x8xf16>, tensor<4xf16>) -> tensor<4x8xf16> {
  ^bb0(%a: f16, %c: f16):
    %m = arith.mulf %a, %c : f16
    dlopt.yield %m : f16
  }
  %1 = dlopt.matmul %0, %t : tensor<4x8xf16>, tensor<8x16xf16> -> tensor<4x16xf16>
  // expected-remark @below {{fused into 'dlopt.matmul' as prologue}}
  %2 = dlopt.cast %y : tensor<4x8xf32> to tensor<4x8xf16>
  %3 = dlopt.matmul %2, %t : tensor<4x8xf16>, tensor<8x16xf16> -> tensor<4x16xf16>
  return %1, %3 : tensor<4x16xf16>, tensor<4x16xf16>
}

// -----

// Left alone: what is dear, what is needed elsewhere, what reads two large
// tensors, what takes much arithmetic.
// CHECK-LABEL: func.func @dear_prologue
// CHECK-COUNT-4: {class = "pointwise"}
func.func @dear_prologue(%x: tensor<4x8xf32>, %y: tensor<2x8x4xf32>, %z: tensor<5x8xf32>, %w: tensor<8x3xf32>, %v: tensor<8x6xf32>)
    -> (tensor<4x3xf32>, tensor<2x8x4xf32>, tensor<2x8x8xf32>, tensor<5x3xf32>, tensor<3x6xf32>) {
  %0 = dlopt.map %x : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    %m = math.exp %a : f32
    dlopt.yield %m : f32
  }
  // expected-remark @below {{not fused: 'math.exp' is too dear to be repeated for each tile (after 'dlopt.map')}}
  %1 = dlopt.matmul %0, %w : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  %2 = dlopt.map %y : (tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  ^bb0(%a: f32):
    %m = arith.negf %a : f32
    dlopt.yield %m : f32
  }
  // expected-remark @below {{not fused: its operand is needed elsewhere too (after 'dlopt.map')}}
  %3 = dlopt.matmul %2, %x : tensor<2x8x4xf32>, tensor<4x8xf32> -> tensor<2x8x8xf32>
  %4 = dlopt.map %z, %z : (tensor<5x8xf32>, tensor<5x8xf32>) -> tensor<5x8xf32> {
  ^bb0(%a: f32, %c: f32):
    %m = arith.addf %a, %c : f32
    dlopt.yield %m : f32
  }
  // expected-remark @below {{not fused: its operand is made of several large tensors (after 'dlopt.map')}}
  %5 = dlopt.matmul %4, %w : tensor<5x8xf32>, tensor<8x3xf32> -> tensor<5x3xf32>
  %6 = dlopt.map %w : (tensor<8x3xf32>) -> tensor<8x3xf32> {
  ^bb0(%a: f32):
    %m = arith.addf %a, %a : f32
    %n = arith.mulf %m, %a : f32
    %o = arith.addf %n, %a : f32
    %p = arith.mulf %o, %a : f32
    %q = arith.addf %p, %a : f32
    dlopt.yield %q : f32
  }
  // expected-remark @below {{not fused: its operand takes too much arithmetic to be made for each tile (after 'dlopt.map')}}
  %7 = dlopt.matmul %6 transposed, %v : tensor<8x3xf32>, tensor<8x6xf32> -> tensor<3x6xf32>
  return %1, %2, %3, %5, %7 : tensor<4x3xf32>, tensor<2x8x4xf32>, tensor<2x8x8xf32>, tensor<5x3xf32>, tensor<3x6xf32>
}

// -----

// One kernel of tiles does not feed another, nor do rows; nor do tiles hold rows.
// CHECK-LABEL: func.func @chain_of_tiles
// CHECK: name "gemm"
// CHECK: name "gemm_2"
// CHECK: name "softmax"
// CHECK: name "gemm_3"
// CHECK: name "pool_max_scale" {class = "loops"}
func.func @chain_of_tiles(%x: tensor<4x4xf32>, %s: tensor<f32>) -> tensor<3x4xf32> {
  %0 = dlopt.matmul %x, %x : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  // expected-remark @below {{not fused: its operand would be computed again for each tile (after 'dlopt.matmul')}}
  %1 = dlopt.matmul %0, %x : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  // expected-remark @below {{not fused: it needs whole rows, and a kernel of tiles does not hold them (after 'dlopt.matmul')}}
  %2 = dlopt.softmax %1 dim 1 : tensor<4x4xf32> -> tensor<4x4xf32>
  // expected-remark @below {{not fused: its operand would be computed again for each tile (after 'dlopt.softmax')}}
  %3 = dlopt.matmul %2, %x : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  // expected-remark @below {{not fused: its operand would be computed again for each tile (after 'dlopt.matmul')}}
  %4 = dlopt.pool max %3 dims [0] window [2] : tensor<4x4xf32> -> tensor<3x4xf32>
  // expected-remark @below {{fused into 'dlopt.pool' as epilogue}}
  %5 = dlopt.map %4, %s dims [[0, 1], []] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %c: f32):
    %m = arith.mulf %a, %c : f32
    dlopt.yield %m : f32
  }
  return %5 : tensor<3x4xf32>
}
