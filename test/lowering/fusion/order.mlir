// What may not be fused because something else lies between.
// RUN: dlopt-opt %s -split-input-file -dlopt-fusion-explained -verify-diagnostics | FileCheck %s

// The slice needs the product and the map needs the slice: one kernel would need
// itself.
// CHECK-LABEL: func.func @cycle
// CHECK: %[[G:.*]] = dlopt.kernel {{.*}} name "gemm" {class = "gemm"}
// CHECK: %[[S:.*]] = tensor.extract_slice %[[G]]
// CHECK: dlopt.kernel %[[G]], %[[S]] name "bias" {class = "pointwise"}
func.func @cycle(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = dlopt.matmul %x, %w : tensor<4x8xf32>, tensor<8x8xf32> -> tensor<4x8xf32>
  %s = tensor.extract_slice %0[0, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  // expected-remark @below {{not fused: 'tensor.extract_slice' lies between and needs one for the other (after 'dlopt.matmul')}}
  %1 = dlopt.map %0, %s dims [[0, 1], [1]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  return %1 : tensor<4x8xf32>
}

// -----

// No cycle, only another order: the bias is made after the product, from
// something else, so it moves in front. The user of the raw product stays behind.
// CHECK-LABEL: func.func @moved
// CHECK: %[[B:.*]] = tensor.extract_slice %arg2
// CHECK: %[[G:.*]]:2 = dlopt.kernel {{.*}}, %[[B]] name "gemm_bias"
// CHECK: tensor.extract_slice %[[G]]#0
func.func @moved(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %0 = dlopt.matmul %x, %w : tensor<4x8xf32>, tensor<8x8xf32> -> tensor<4x8xf32>
  %s = tensor.extract_slice %0[0, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  %b = tensor.extract_slice %y[1, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  // expected-remark @below {{fused into 'dlopt.matmul' as epilogue}}
  %1 = dlopt.map %0, %b dims [[0, 1], [1]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  return %1, %s : tensor<4x8xf32>, tensor<8xf32>
}

// -----

// A call keeps its place among calls; here that would make a cycle.
func.func private @use(tensor<4x8xf32>)
func.func private @make() -> tensor<8xf32>
// CHECK-LABEL: func.func @effects
// CHECK: dlopt.kernel {{.*}} name "gemm"
// CHECK: call @use
// CHECK: call @make
// CHECK: dlopt.kernel {{.*}} name "bias"
func.func @effects(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = dlopt.matmul %x, %w : tensor<4x8xf32>, tensor<8x8xf32> -> tensor<4x8xf32>
  call @use(%0) : (tensor<4x8xf32>) -> ()
  %b = call @make() : () -> tensor<8xf32>
  // expected-remark @below {{not fused: 'func.call' lies between and needs one for the other (after 'dlopt.matmul')}}
  %1 = dlopt.map %0, %b dims [[0, 1], [1]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  return %1 : tensor<4x8xf32>
}

// -----

// A view of a buffer is read before the buffer is written again.
// CHECK-LABEL: func.func @view
// CHECK: bufferization.to_tensor
// CHECK: dlopt.kernel {{.*}} name "absf"
// CHECK: memref.store
// CHECK: bufferization.to_tensor
// CHECK: dlopt.kernel {{.*}} name "add"
func.func @view(%m: memref<8xf32>, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  %1 = dlopt.map %0 : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %d = math.absf %a : f32
    dlopt.yield %d : f32
  }
  memref.store %v, %m[%c0] : memref<8xf32>
  %2 = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  // expected-remark @below {{not fused: 'memref.store' lies between and needs one for the other (after 'dlopt.map')}}
  %3 = dlopt.map %1, %2 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  return %3 : tensor<8xf32>
}

// -----

// A body that may fail has a kernel of its own, as has a division of integers.
// CHECK-LABEL: func.func @may_fail
// CHECK: dlopt.kernel {{.*}} name "gather" {class = "pointwise"}
// CHECK: dlopt.kernel {{.*}} {class = "pointwise"}
// CHECK: dlopt.kernel {{.*}} {class = "pointwise"}
func.func @may_fail(%i: tensor<4xindex>, %t: tensor<8xi32>) -> tensor<4xi32> {
  %c8 = arith.constant 8 : index
  // expected-remark @below {{not fused: 'cf.assert' in its body may fail}}
  %0 = dlopt.map %i : (tensor<4xindex>) -> tensor<4xi32> {
  ^bb0(%a: index):
    %ok = arith.cmpi ult, %a, %c8 : index
    cf.assert %ok, "out of range"
    %e = tensor.extract %t[%a] : tensor<8xi32>
    dlopt.yield %e : i32
  }
  // expected-remark @below {{not fused: 'arith.divsi' in its body may fail}}
  %1 = dlopt.map %0 : (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    %e = arith.divsi %a, %a : i32
    dlopt.yield %e : i32
  }
  %2 = dlopt.map %1 : (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    %e = arith.addi %a, %a : i32
    dlopt.yield %e : i32
  }
  return %2 : tensor<4xi32>
}

// -----

// Blocks are borders: what a loop computes is no part of what is around it.
// CHECK-LABEL: func.func @blocks
// CHECK: dlopt.kernel {{.*}} name "gemm"
// CHECK: scf.if
// CHECK: dlopt.kernel {{.*}} name "absf"
func.func @blocks(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %c: i1) -> tensor<4x8xf32> {
  %0 = dlopt.matmul %x, %w : tensor<4x8xf32>, tensor<8x8xf32> -> tensor<4x8xf32>
  %1 = scf.if %c -> tensor<4x8xf32> {
    %2 = dlopt.map %0 : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%a: f32):
      %d = math.absf %a : f32
      dlopt.yield %d : f32
    }
    scf.yield %2 : tensor<4x8xf32>
  } else {
    scf.yield %0 : tensor<4x8xf32>
  }
  return %1 : tensor<4x8xf32>
}
