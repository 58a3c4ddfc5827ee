// Reshapes and broadcasts between operations.
// RUN: dlopt-opt %s -split-input-file -dlopt-fusion-explained -verify-diagnostics | FileCheck %s

// Dimensions of size 1 that come and go are read through, static or dynamic.
// CHECK-LABEL: func.func @units
// CHECK: dlopt.kernel %{{.*}}, %{{.*}}, %{{.*}} name "gemm_add_neg" {class = "gemm"}
// CHECK: dlopt.map %{{.*}}, %{{.*}} dims {{\[\[}}1, 2], [0, 1, 2]]
// CHECK: dlopt.map %{{.*}} dims {{\[\[}}-1, 0, 1]]
// CHECK-NOT: tensor.expand_shape
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @units(%x: tensor<?x8xf32>, %w: tensor<8x16xf32>, %r: tensor<1x?x16xf32>, %n: index) -> tensor<?x16xf32> {
  %0 = dlopt.matmul %x, %w : tensor<?x8xf32>, tensor<8x16xf32> -> tensor<?x16xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, %n, 16] : tensor<?x16xf32> into tensor<1x?x16xf32>
  // expected-remark @below {{fused into 'dlopt.matmul' as epilogue}}
  %2 = dlopt.map %1, %r : (tensor<1x?x16xf32>, tensor<1x?x16xf32>) -> tensor<1x?x16xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<1x?x16xf32> into tensor<?x16xf32>
  // expected-remark @below {{fused into 'dlopt.matmul' as epilogue}}
  %4 = dlopt.map %3 : (tensor<?x16xf32>) -> tensor<?x16xf32> {
  ^bb0(%a: f32):
    %d = arith.negf %a : f32
    dlopt.yield %d : f32
  }
  return %4 : tensor<?x16xf32>
}

// -----

// A reshape that splits a dimension ends the group.
// CHECK-LABEL: func.func @splits
// CHECK: name "gemm"
// CHECK: tensor.expand_shape
// CHECK: name "transpose"
func.func @splits(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<2x4x8xf32> {
  %0 = dlopt.matmul %x, %w : tensor<4x8xf32>, tensor<8x16xf32> -> tensor<4x16xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [4, 2, 8] : tensor<4x16xf32> into tensor<4x2x8xf32>
  // expected-remark @below {{not fused: 'tensor.expand_shape' before it regroups dimensions of 'dlopt.matmul'}}
  %2 = dlopt.map %1 dims [[1, 0, 2]] : (tensor<4x2x8xf32>) -> tensor<2x4x8xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return %2 : tensor<2x4x8xf32>
}

// -----

// A dynamic dimension whose size only the reshaped tensor says keeps it.
// CHECK-LABEL: func.func @size_needed
// CHECK: tensor.expand_shape
// CHECK: dlopt.kernel
func.func @size_needed(%x: tensor<8xf32>) -> tensor<?x8xf32> {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
  %1 = dlopt.map %0 : (tensor<1x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: f32):
    %d = arith.negf %a : f32
    dlopt.yield %d : f32
  }
  return %1 : tensor<?x8xf32>
}

// -----

// What only repeats elements is made again where they are needed; a square root
// is not.
// CHECK-LABEL: func.func @broadcasts
// CHECK: name "sqrt"
// CHECK: dlopt.kernel {{.*}} name "scale_cast_bias" {class = "pointwise"}
// CHECK-NOT: dlopt.kernel
// CHECK: return
func.func @broadcasts(%x: tensor<4x8xf32>, %v: tensor<8xf32>, %h: tensor<8xf16>) -> tensor<4x8xf32> {
  %0 = dlopt.map %v : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %d = math.sqrt %a : f32
    dlopt.yield %d : f32
  }
  // expected-remark @below {{not fused: its result is larger: each element would be computed again for every repetition (after 'dlopt.map')}}
  %1 = dlopt.map %x, %0 dims [[0, 1], [1]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.mulf %a, %c : f32
    dlopt.yield %d : f32
  }
  // expected-remark @below {{repeated in the kernel of 'dlopt.map': it only moves elements}}
  %2 = dlopt.cast %h : tensor<8xf16> to tensor<8xf32>
  // expected-remark @below {{fused into 'dlopt.map' as chain}}
  %3 = dlopt.map %1, %2 dims [[0, 1], [1]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  return %3 : tensor<4x8xf32>
}
