// Layer norm and RMS norm as exporters write them, after the structured import.
// RUN: dlopt-opt %s -split-input-file -dlopt-import-recognize-rows | FileCheck %s

// One operation a step, broadcasts spelled out, an f64 epsilon (torch-mlir).
// CHECK-LABEL: func.func @torch_layer_norm(
// CHECK-SAME: %[[X:.*]]: tensor<1x12x128xf32>, %[[G:.*]]: tensor<128xf32>, %[[B:.*]]: tensor<128xf32>)
// CHECK-NEXT: %[[R:.*]] = dlopt.layer_norm %[[X]] scale %[[G]] bias %[[B]] axis 2 epsilon 9.9999999999999998E-13
// CHECK-NEXT: return %[[R]]
func.func @torch_layer_norm(%x: tensor<1x12x128xf32>, %g: tensor<128xf32>, %b: tensor<128xf32>) -> tensor<1x12x128xf32> {
  %n = arith.constant 128.0 : f32
  %eps = arith.constant 9.9999999999999998E-13 : f64
  %s = dlopt.reduce add %x dims [2] : tensor<1x12x128xf32> -> tensor<1x12xf32>
  %s1 = tensor.expand_shape %s [[0], [1, 2]] output_shape [1, 12, 1] : tensor<1x12xf32> into tensor<1x12x1xf32>
  %mean = dlopt.map %s1 dims [[-1, 1, -1]] : (tensor<1x12x1xf32>) -> tensor<1x12x1xf32> {
  ^bb0(%a: f32):
    %0 = arith.divf %a, %n : f32
    dlopt.yield %0 : f32
  }
  %mb = dlopt.map %mean dims [[-1, 1, -1]] : (tensor<1x12x1xf32>) -> tensor<1x12x128xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %d = dlopt.map %x, %mb dims [[-1, 1, 2], [-1, 1, 2]] : (tensor<1x12x128xf32>, tensor<1x12x128xf32>) -> tensor<1x12x128xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.subf %a, %c : f32
    dlopt.yield %0 : f32
  }
  %sq = dlopt.map %d, %d : (tensor<1x12x128xf32>, tensor<1x12x128xf32>) -> tensor<1x12x128xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.mulf %a, %c : f32
    dlopt.yield %0 : f32
  }
  %v = dlopt.reduce add %sq dims [2] : tensor<1x12x128xf32> -> tensor<1x12xf32>
  %v1 = tensor.expand_shape %v [[0], [1, 2]] output_shape [1, 12, 1] : tensor<1x12xf32> into tensor<1x12x1xf32>
  %var = dlopt.map %v1 : (tensor<1x12x1xf32>) -> tensor<1x12x1xf32> {
  ^bb0(%a: f32):
    %0 = arith.divf %a, %n : f32
    dlopt.yield %0 : f32
  }
  %ve = dlopt.map %var : (tensor<1x12x1xf32>) -> tensor<1x12x1xf32> {
  ^bb0(%a: f32):
    %e = arith.truncf %eps : f64 to f32
    %0 = arith.addf %a, %e : f32
    dlopt.yield %0 : f32
  }
  %rs = dlopt.map %ve : (tensor<1x12x1xf32>) -> tensor<1x12x1xf32> {
  ^bb0(%a: f32):
    %0 = math.rsqrt %a : f32
    dlopt.yield %0 : f32
  }
  %rb = dlopt.map %rs dims [[-1, 1, -1]] : (tensor<1x12x1xf32>) -> tensor<1x12x128xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %y = dlopt.map %d, %rb : (tensor<1x12x128xf32>, tensor<1x12x128xf32>) -> tensor<1x12x128xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.mulf %a, %c : f32
    dlopt.yield %0 : f32
  }
  %yg = dlopt.map %y, %g dims [[0, 1, 2], [2]] : (tensor<1x12x128xf32>, tensor<128xf32>) -> tensor<1x12x128xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.mulf %a, %c : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %yg, %b dims [[0, 1, 2], [2]] : (tensor<1x12x128xf32>, tensor<128xf32>) -> tensor<1x12x128xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.addf %a, %c : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<1x12x128xf32>
}

// -----

// Fused steps, a reciprocal of the count, everything dropped to rank 1 (IREE).
// CHECK-LABEL: func.func @iree_layer_norm(
// CHECK-NEXT: %[[R:.*]] = dlopt.layer_norm %{{.*}} axis 1 epsilon
// CHECK-NEXT: return %[[R]]
func.func @iree_layer_norm(%x: tensor<128x384xf32>) -> tensor<128x384xf32> {
  %one = arith.constant 1.0 : f32
  %eps = arith.constant dense<9.99999996E-13> : tensor<128xf32>
  %n = arith.constant dense<3.840000e+02> : tensor<128x1xf32>
  %s = dlopt.reduce add %x dims [1] : tensor<128x384xf32> -> tensor<128xf32>
  %i = dlopt.map %n : (tensor<128x1xf32>) -> tensor<128x1xf32> {
  ^bb0(%a: f32):
    %0 = arith.divf %one, %a : f32
    dlopt.yield %0 : f32
  }
  %i1 = tensor.collapse_shape %i [[0, 1]] : tensor<128x1xf32> into tensor<128xf32>
  %d = dlopt.map %x, %s, %i1 dims [[0, 1], [0], [0]] : (tensor<128x384xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<128x384xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %b, %c : f32
    %1 = arith.subf %a, %0 : f32
    dlopt.yield %1 : f32
  }
  %sq = dlopt.map %d : (tensor<128x384xf32>) -> tensor<128x384xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %v = dlopt.reduce add %sq dims [1] : tensor<128x384xf32> -> tensor<128xf32>
  %r = dlopt.map %d, %v, %i1, %eps dims [[0, 1], [0], [0], [0]] : (tensor<128x384xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<128x384xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %e: f32):
    %0 = arith.mulf %b, %c : f32
    %1 = arith.addf %0, %e : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  return %r : tensor<128x384xf32>
}

// -----

// mean(x^2) - mean^2, clamped at 0, then x * (r * g) + (b - mean * (r * g))
// (JAX, Keras); x is itself a sum.
// CHECK-LABEL: func.func @one_pass_layer_norm(
// CHECK-SAME: %{{.*}}, %{{.*}}, %[[G:.*]]: tensor<64xf32>, %[[B:.*]]: tensor<64xf32>)
// CHECK-NEXT: %[[X:.*]] = dlopt.map
// CHECK: %[[R:.*]] = dlopt.layer_norm %[[X]] scale %[[G]] bias %[[B]] axis 1 epsilon
// CHECK-NEXT: return %[[R]]
func.func @one_pass_layer_norm(%p: tensor<?x64xf32>, %q: tensor<?x64xf32>, %g: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<?x64xf32> {
  %n = arith.constant 0.015625 : f32
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-6 : f32
  %x = dlopt.map %p, %q : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.addf %a, %c : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %x dims [1] : tensor<?x64xf32> -> tensor<?xf32>
  %sq = dlopt.map %x : (tensor<?x64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %s2 = dlopt.reduce add %sq dims [1] : tensor<?x64xf32> -> tensor<?xf32>
  %rs = dlopt.map %s, %s2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32, %c: f32):
    %m = arith.mulf %a, %n : f32
    %m2 = arith.mulf %c, %n : f32
    %mm = arith.mulf %m, %m : f32
    %v = arith.subf %m2, %mm : f32
    %v0 = arith.maximumf %v, %zero : f32
    %ve = arith.addf %v0, %eps : f32
    %0 = math.rsqrt %ve : f32
    dlopt.yield %0 : f32
  }
  %r = dlopt.map %x, %s, %rs, %g, %b dims [[0, 1], [0], [0], [1], [1]] : (tensor<?x64xf32>, tensor<?xf32>, tensor<?xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: f32, %sum: f32, %d: f32, %gg: f32, %bb: f32):
    %m = arith.mulf %sum, %n : f32
    %k = arith.mulf %d, %gg : f32
    %0 = arith.mulf %a, %k : f32
    %1 = arith.mulf %m, %k : f32
    %2 = arith.subf %bb, %1 : f32
    %3 = arith.addf %0, %2 : f32
    dlopt.yield %3 : f32
  }
  return %r : tensor<?x64xf32>
}

// -----

// fpowi, a tosa reciprocal, the scale of another rank (buddy).
// CHECK-LABEL: func.func @buddy_rms_norm(
// CHECK-SAME: %[[X:.*]]: tensor<1x40x1536xf32>, %[[G:.*]]: tensor<1536xf32>)
// CHECK-NEXT: %[[R:.*]] = dlopt.rms_norm %[[X]] scale %[[G]] axis 2 epsilon
// CHECK-NEXT: return %[[R]]
func.func @buddy_rms_norm(%x: tensor<1x40x1536xf32>, %g: tensor<1536xf32>) -> tensor<1x40x1536xf32> {
  %two = arith.constant 2 : i32
  %one = arith.constant 1.0 : f32
  %n = arith.constant dense<1.536000e+03> : tensor<1xf32>
  %eps = arith.constant dense<9.99999997E-7> : tensor<1x40x1xf32>
  %sq = dlopt.map %x : (tensor<1x40x1536xf32>) -> tensor<1x40x1536xf32> {
  ^bb0(%a: f32):
    %0 = math.fpowi %a, %two : f32, i32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %sq dims [2] : tensor<1x40x1536xf32> -> tensor<1x40xf32>
  %s1 = tensor.expand_shape %s [[0], [1, 2]] output_shape [1, 40, 1] : tensor<1x40xf32> into tensor<1x40x1xf32>
  %i = dlopt.map %n : (tensor<1xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32):
    %0 = arith.divf %one, %a : f32
    dlopt.yield %0 : f32
  }
  %ms = dlopt.map %i, %s1 dims [[-1], [0, 1, 2]] : (tensor<1xf32>, tensor<1x40x1xf32>) -> tensor<1x40x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %me = dlopt.map %ms, %eps : (tensor<1x40x1xf32>, tensor<1x40x1xf32>) -> tensor<1x40x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %rs = dlopt.map %me : (tensor<1x40x1xf32>) -> tensor<1x40x1xf32> {
  ^bb0(%a: f32):
    %0 = math.rsqrt %a : f32
    dlopt.yield %0 : f32
  }
  %y = dlopt.map %x, %rs dims [[0, 1, 2], [0, 1, -1]] : (tensor<1x40x1536xf32>, tensor<1x40x1xf32>) -> tensor<1x40x1536xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %g3 = tensor.expand_shape %g [[0, 1, 2]] output_shape [1, 1, 1536] : tensor<1536xf32> into tensor<1x1x1536xf32>
  %r = dlopt.map %g3, %y dims [[-1, -1, 2], [0, 1, 2]] : (tensor<1x1x1536xf32>, tensor<1x40x1536xf32>) -> tensor<1x40x1536xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<1x40x1536xf32>
}

// -----

// Statistics in f32 of bf16 data, powf with 2 and -0.5, rounded before the
// scale (byteir). The op reads the bf16 tensor.
// CHECK-LABEL: func.func @bf16_rms_norm(
// CHECK-SAME: %[[X:.*]]: tensor<1x32x4096xbf16>, %[[G:.*]]: tensor<4096xbf16>)
// CHECK-NEXT: %[[R:.*]] = dlopt.rms_norm %[[X]] scale %[[G]] axis 2 epsilon
// CHECK-NEXT: return %[[R]]
func.func @bf16_rms_norm(%x: tensor<1x32x4096xbf16>, %g: tensor<4096xbf16>) -> tensor<1x32x4096xbf16> {
  %two = arith.constant dense<2.0> : tensor<1x32x4096xf32>
  %n = arith.constant dense<4.096000e+03> : tensor<1x32xf32>
  %half = arith.constant -0.5 : f32
  %eps = arith.constant 1.0e-5 : f32
  %w = dlopt.cast %x : tensor<1x32x4096xbf16> to tensor<1x32x4096xf32>
  %sq = dlopt.map %w, %two : (tensor<1x32x4096xf32>, tensor<1x32x4096xf32>) -> tensor<1x32x4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = math.powf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %sq dims [2] : tensor<1x32x4096xf32> -> tensor<1x32xf32>
  %rs = dlopt.map %s, %n : (tensor<1x32xf32>, tensor<1x32xf32>) -> tensor<1x32xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.powf %1, %half : f32
    dlopt.yield %2 : f32
  }
  %y = dlopt.map %w, %rs dims [[0, 1, 2], [0, 1]] : (tensor<1x32x4096xf32>, tensor<1x32xf32>) -> tensor<1x32x4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %yb = dlopt.cast %y : tensor<1x32x4096xf32> to tensor<1x32x4096xbf16>
  %r = dlopt.map %g, %yb dims [[2], [0, 1, 2]] : (tensor<4096xbf16>, tensor<1x32x4096xbf16>) -> tensor<1x32x4096xbf16> {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.mulf %a, %b : bf16
    dlopt.yield %0 : bf16
  }
  return %r : tensor<1x32x4096xbf16>
}

// -----

// A dynamic row: the count is the size of the dimension at run time.
// CHECK-LABEL: func.func @dynamic_rms_norm(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf16>, %[[G:.*]]: tensor<?xf16>)
// CHECK: %[[R:.*]] = dlopt.rms_norm %[[X]] scale %[[G]] axis 1 epsilon
// CHECK-NEXT: return %[[R]]
func.func @dynamic_rms_norm(%x: tensor<?x?xf16>, %g: tensor<?xf16>) -> tensor<?x?xf16> {
  %c1 = arith.constant 1 : index
  %eps = arith.constant 1.0e-5 : f32
  %c = tensor.dim %x, %c1 : tensor<?x?xf16>
  %ci = arith.index_cast %c : index to i64
  %n = arith.sitofp %ci : i64 to f32
  %sq = dlopt.map %x : (tensor<?x?xf16>) -> tensor<?x?xf32> {
  ^bb0(%a: f16):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.mulf %0, %0 : f32
    dlopt.yield %1 : f32
  }
  %s = dlopt.reduce add %sq dims [1] : tensor<?x?xf32> -> tensor<?xf32>
  %r = dlopt.map %x, %s, %g dims [[0, 1], [0], [1]] : (tensor<?x?xf16>, tensor<?xf32>, tensor<?xf16>) -> tensor<?x?xf16> {
  ^bb0(%a: f16, %b: f32, %w: f16):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.divf %b, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.sqrt %2 : f32
    %4 = arith.divf %0, %3 : f32
    %5 = arith.truncf %4 : f32 to f16
    %6 = arith.mulf %5, %w : f16
    dlopt.yield %6 : f16
  }
  return %r : tensor<?x?xf16>
}

// -----

// x * r * (1 + w): the scale is made from w (Gemma).
// CHECK-LABEL: func.func @offset_scale(
// CHECK-SAME: %[[X:.*]]: tensor<8x64xf32>, %[[W:.*]]: tensor<64xf32>)
// CHECK: %[[G:.*]] = dlopt.map %[[W]]
// CHECK: arith.addf
// CHECK: dlopt.rms_norm %[[X]] scale %[[G]] axis 1
func.func @offset_scale(%x: tensor<8x64xf32>, %w: tensor<64xf32>) -> tensor<8x64xf32> {
  %one = arith.constant 1.0 : f32
  %n = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-6 : f32
  %sq = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %sq dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %r = dlopt.map %x, %s, %w dims [[0, 1], [0], [1]] : (tensor<8x64xf32>, tensor<8xf32>, tensor<64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    %4 = arith.addf %c, %one : f32
    %5 = arith.mulf %3, %4 : f32
    dlopt.yield %5 : f32
  }
  return %r : tensor<8x64xf32>
}

// -----

// Two dimensions at once; the scale of one channel a row is no scale of the op
// and stays outside.
// CHECK-LABEL: func.func @instance_norm(
// CHECK: %[[N:.*]] = dlopt.layer_norm %{{.*}} axis 1 epsilon
// CHECK: dlopt.map %[[N]]
func.func @instance_norm(%x: tensor<3x4x5xf32>, %g: tensor<3xf32>) -> tensor<3x4x5xf32> {
  %n = arith.constant 20.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %s = dlopt.reduce add %x dims [1, 2] : tensor<3x4x5xf32> -> tensor<3xf32>
  %d = dlopt.map %x, %s dims [[0, 1, 2], [0]] : (tensor<3x4x5xf32>, tensor<3xf32>) -> tensor<3x4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.subf %a, %0 : f32
    dlopt.yield %1 : f32
  }
  %sq = dlopt.map %d : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %v = dlopt.reduce add %sq dims [1, 2] : tensor<3x4x5xf32> -> tensor<3xf32>
  %y = dlopt.map %d, %v dims [[0, 1, 2], [0]] : (tensor<3x4x5xf32>, tensor<3xf32>) -> tensor<3x4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  %r = dlopt.map %y, %g dims [[0, 1, 2], [0]] : (tensor<3x4x5xf32>, tensor<3xf32>) -> tensor<3x4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    dlopt.yield %0 : f32
  }
  return %r : tensor<3x4x5xf32>
}

// -----

// A norm of a norm: the outer one is found past the inner one's deviation.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME: %[[X:.*]]: tensor<8x64xf32>, %[[Y:.*]]: tensor<8x64xf32>)
// CHECK: %[[N:.*]] = dlopt.rms_norm %[[X]] axis 1
// CHECK: %[[S:.*]] = dlopt.map %[[N]], %[[Y]]
// CHECK: %[[R:.*]] = dlopt.rms_norm %[[S]] axis 1
// CHECK-NEXT: return %[[R]]
func.func @nested(%x: tensor<8x64xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %n = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-6 : f32
  %sq = dlopt.map %x : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %s = dlopt.reduce add %sq dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %z = dlopt.map %x, %s, %y dims [[0, 1], [0], [0, 1]] : (tensor<8x64xf32>, tensor<8xf32>, tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  %w = dlopt.map %z, %y : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    dlopt.yield %0 : f32
  }
  %sq2 = dlopt.map %w : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    dlopt.yield %0 : f32
  }
  %s2 = dlopt.reduce add %sq2 dims [1] : tensor<8x64xf32> -> tensor<8xf32>
  %r = dlopt.map %w, %s2 dims [[0, 1], [0]] : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    dlopt.yield %3 : f32
  }
  return %r : tensor<8x64xf32>
}
