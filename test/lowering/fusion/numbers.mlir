// Kernels compute what the operations in them did, bit for bit: each function is
// run as it is, and fused; the arguments are the same random ones. And all of it
// goes through the reference to machine code.
// RUN: dlopt-opt %s -dlopt-fusion -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: dlopt-run %s --quiet --entry mlp --seed 3 --shape 0=5x8 --result 0=%t.mlp.npy
// RUN: dlopt-run %t.mlir --quiet --entry mlp --seed 3 --shape 0=5x8 --expect 0=%t.mlp.npy --atol 0 --rtol 0
// RUN: dlopt-run %s --quiet --entry block --seed 3 --result 0=%t.block.npy --result 1=%t.raw.npy
// RUN: dlopt-run %t.mlir --quiet --entry block --seed 3 --expect 0=%t.block.npy --expect 1=%t.raw.npy --atol 0 --rtol 0
// RUN: dlopt-run %s --quiet --entry image --seed 3 --result 0=%t.image.npy
// RUN: dlopt-run %t.mlir --quiet --entry image --seed 3 --expect 0=%t.image.npy --atol 0 --rtol 0
// RUN: dlopt-run %s --quiet --entry rows --seed 3 --shape 0=3x7 --result 0=%t.rows.npy
// RUN: dlopt-run %t.mlir --quiet --entry rows --seed 3 --shape 0=3x7 --expect 0=%t.rows.npy --atol 0 --rtol 0
// RUN: dlopt-opt %s -pass-pipeline='builtin.module(dlopt-import,func.func(dlopt-fusion-form-kernels),dlopt-reference-to-linalg,dlopt-linalg-to-llvm)' -o %t.llvm.mlir
// RUN: not grep -F " dlopt." %t.llvm.mlir

// Gate and up of one left side, a norm before and a residual behind, a weight
// that is transposed; M is dynamic.
// CHECK-LABEL: func.func @mlp
// CHECK: name "mlp_rms_norm"
// CHECK: name "mlp_gemm2_silu_mul"
// CHECK: name "mlp_cast_gemm_add"
// CHECK: name "mlp_gemm"
// CHECK-NOT: dlopt.kernel
// CHECK-LABEL: func.func @block
func.func @mlp(%x: tensor<?x8xf16>, %g: tensor<8xf16>, %w: tensor<8x16xf16>, %u: tensor<8x16xf16>, %v: tensor<8x8xf16>, %d: tensor<16x8xf32>) -> tensor<?x8xf16> {
  %one = arith.constant 1.0 : f16
  %n = dlopt.rms_norm %x scale %g axis 1 epsilon 1.0e-5 : tensor<?x8xf16>, tensor<8xf16> -> tensor<?x8xf16>
  %0 = dlopt.matmul %n, %w : tensor<?x8xf16>, tensor<8x16xf16> -> tensor<?x16xf16>
  %1 = dlopt.map %0 {dlopt.activation = "silu"} : (tensor<?x16xf16>) -> tensor<?x16xf16> {
  ^bb0(%a: f16):
    %b = arith.negf %a : f16
    %c = math.exp %b : f16
    %e = arith.addf %c, %one : f16
    %f = arith.divf %a, %e : f16
    dlopt.yield %f : f16
  }
  %2 = dlopt.matmul %n, %u : tensor<?x8xf16>, tensor<8x16xf16> -> tensor<?x16xf16>
  %3 = dlopt.map %1, %2 : (tensor<?x16xf16>, tensor<?x16xf16>) -> tensor<?x16xf16> {
  ^bb0(%a: f16, %b: f16):
    %c = arith.mulf %a, %b : f16
    dlopt.yield %c : f16
  }
  %h = dlopt.cast %d : tensor<16x8xf32> to tensor<16x8xf16>
  %4 = dlopt.matmul %3, %h : tensor<?x16xf16>, tensor<16x8xf16> -> tensor<?x8xf16>
  %5 = dlopt.map %4, %x : (tensor<?x8xf16>, tensor<?x8xf16>) -> tensor<?x8xf16> {
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    dlopt.yield %c : f16
  }
  %t = dlopt.map %v dims [[1, 0]] : (tensor<8x8xf16>) -> tensor<8x8xf16> {
  ^bb0(%a: f16):
    dlopt.yield %a : f16
  }
  %6 = dlopt.matmul %5, %t : tensor<?x8xf16>, tensor<8x8xf16> -> tensor<?x8xf16>
  return %6 : tensor<?x8xf16>
}

// Attention between heads that are split and merged, turned keys, two outputs.
// CHECK: name "block_gemm"
// CHECK: name "block_neg_attention"
// CHECK: name "block_add_softmax"
// CHECK-NOT: dlopt.kernel
// CHECK-LABEL: func.func @image
func.func @block(%x: tensor<6x8xf32>, %w: tensor<8x8xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %0 = dlopt.matmul %x, %w : tensor<6x8xf32>, tensor<8x8xf32> -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [6, 2, 4] : tensor<6x8xf32> into tensor<6x2x4xf32>
  %2 = dlopt.map %1 dims [[1, 0, 2]] : (tensor<6x2x4xf32>) -> tensor<2x6x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %q = dlopt.map %1 dims [[1, 0, 2]] : (tensor<6x2x4xf32>) -> tensor<2x6x4xf32> {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    dlopt.yield %b : f32
  }
  %3 = dlopt.attention %q, %2, %2 scale 0.5 causal : tensor<2x6x4xf32>, tensor<2x6x4xf32>, tensor<2x6x4xf32> -> tensor<2x6x4xf32>
  %4 = dlopt.map %3 dims [[1, 0, 2]] : (tensor<2x6x4xf32>) -> tensor<6x2x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %5 = tensor.collapse_shape %4 [[0], [1, 2]] : tensor<6x2x4xf32> into tensor<6x8xf32>
  %6 = dlopt.map %5, %0 : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    dlopt.yield %c : f32
  }
  %7 = dlopt.softmax %6 dim 1 : tensor<6x8xf32> -> tensor<6x8xf32>
  return %7, %0 : tensor<6x8xf32>, tensor<6x8xf32>
}

// Convolution with a scale and bias, turned into the other layout, pool, bias sunk
// as a splat.
// CHECK: name "image_map_rsqrt"
// CHECK: name "image_conv_scale_bias_relu"
// CHECK: name "image_pool_max_cast"
// CHECK-NOT: dlopt.kernel
// CHECK-LABEL: func.func @rows
func.func @image(%x: tensor<2x9x9x3xf32>, %w: tensor<3x3x3x5xf32>, %v: tensor<5xf32>) -> tensor<2x5x3x3xf16> {
  %zero = arith.constant 0.0 : f32
  %bias = arith.constant dense<0.25> : tensor<5xf32>
  %0 = dlopt.conv %x, %w layouts ["nhwc", "hwcf", "nhwf"] : tensor<2x9x9x3xf32>, tensor<3x3x3x5xf32> -> tensor<2x7x7x5xf32>
  %s = dlopt.map %v : (tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    %c = math.absf %b : f32
    dlopt.yield %c : f32
  }
  %r = dlopt.map %s : (tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    %b = math.rsqrt %a : f32
    dlopt.yield %b : f32
  }
  %1 = dlopt.map %0, %r dims [[0, 2, 3, 1], [1]] : (tensor<2x7x7x5xf32>, tensor<5xf32>) -> tensor<2x5x7x7xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    dlopt.yield %c : f32
  }
  %2 = dlopt.map %1, %bias dims [[0, 1, 2, 3], [1]] : (tensor<2x5x7x7xf32>, tensor<5xf32>) -> tensor<2x5x7x7xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    dlopt.yield %c : f32
  }
  %3 = dlopt.map %2 {dlopt.activation = "relu"} : (tensor<2x5x7x7xf32>) -> tensor<2x5x7x7xf32> {
  ^bb0(%a: f32):
    %c = arith.maximumf %a, %zero : f32
    dlopt.yield %c : f32
  }
  %4 = dlopt.pool max %3 dims [2, 3] window [3, 3] strides [2, 2] : tensor<2x5x7x7xf32> -> tensor<2x5x3x3xf32>
  %5 = dlopt.cast %4 : tensor<2x5x3x3xf32> to tensor<2x5x3x3xf16>
  return %5 : tensor<2x5x3x3xf16>
}

// A softmax in pieces over dynamic rows, and what comes before and behind.
// CHECK: name "rows_scale_max_map_sum_div_cast"
// CHECK-NOT: dlopt.kernel
// CHECK: return
func.func @rows(%x: tensor<?x?xf32>, %k: tensor<f32>) -> tensor<?x?xf16> {
  %0 = dlopt.map %x, %k dims [[0, 1], []] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    dlopt.yield %c : f32
  }
  %m = dlopt.reduce max %0 dims [1] : tensor<?x?xf32> -> tensor<?xf32>
  %e = dlopt.map %0, %m dims [[0, 1], [0]] : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    dlopt.yield %d : f32
  }
  %s = dlopt.reduce add %e dims [1] : tensor<?x?xf32> -> tensor<?xf32>
  %q = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.divf %a, %b : f32
    dlopt.yield %c : f32
  }
  %h = dlopt.cast %q : tensor<?x?xf32> to tensor<?x?xf16>
  return %h : tensor<?x?xf16>
}
