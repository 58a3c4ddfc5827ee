// Row operations with what makes their rows and what uses them.
// RUN: dlopt-opt %s -split-input-file -dlopt-fusion-explained -verify-diagnostics | FileCheck %s

// Residual, norm, scale: one kernel; the sum is an output, as it is used later.
// CHECK-LABEL: func.func @residual_norm
// CHECK: dlopt.kernel {{.*}} name "add_layer_norm_cast" {class = "rows"}
// CHECK-SAME: -> (tensor<4x8xf32>, tensor<4x8xf16>)
func.func @residual_norm(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %g: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf16>) {
  // expected-remark @below {{fused into 'dlopt.layer_norm' as prologue}}
  %0 = dlopt.map %x, %y : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %a, %c : f32
    dlopt.yield %s : f32
  }
  %1 = dlopt.layer_norm %0 scale %g axis 1 epsilon 1.0e-5 : tensor<4x8xf32>, tensor<8xf32> -> tensor<4x8xf32>
  // expected-remark @below {{fused into 'dlopt.layer_norm' as epilogue}}
  %2 = dlopt.cast %1 : tensor<4x8xf32> to tensor<4x8xf16>
  return %0, %2 : tensor<4x8xf32>, tensor<4x8xf16>
}

// -----

// A softmax in pieces, of dynamic size: maximum, a map over the same rows, sum,
// quotient. Sizes are equal because they come from one tensor.
// CHECK-LABEL: func.func @pieces
// CHECK: dlopt.kernel %{{[a-z0-9]*}} name "max_map_sum_div" {class = "rows"}
// CHECK-NOT: dlopt.kernel
// CHECK: return
func.func @pieces(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %m = dlopt.reduce max %x dims [1] : tensor<?x?xf32> -> tensor<?xf32>
  // expected-remark @below {{fused into 'dlopt.reduce' as epilogue}}
  %e = dlopt.map %x, %m dims [[0, 1], [0]] : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.subf %a, %c : f32
    %f = math.exp %d : f32
    dlopt.yield %f : f32
  }
  // expected-remark @below {{fused into 'dlopt.reduce' as rows}}
  %s = dlopt.reduce add %e dims [1] : tensor<?x?xf32> -> tensor<?xf32>
  // expected-remark @below {{fused into 'dlopt.reduce' as epilogue}}
  %q = dlopt.map %e, %s dims [[0, 1], [0]] : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.divf %a, %c : f32
    dlopt.yield %d : f32
  }
  return %q : tensor<?x?xf32>
}

// -----

// Left alone: a map over as many elements as nobody can say, one that repeats
// the result of a reduction along something new.
// CHECK-LABEL: func.func @other_sizes
// CHECK: name "max"
// CHECK: name "shift"
// CHECK: name "repeat"
func.func @other_sizes(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>, %n: index) -> (tensor<4x?xf32>, tensor<4x6x7xf32>) {
  %m = dlopt.reduce max %x dims [1] : tensor<4x?xf32> -> tensor<4xf32>
  // expected-remark @below {{not fused: result dimension 1 is not provably as large as the rows (after 'dlopt.reduce')}}
  %e = dlopt.map %y, %m dims [[0, 1], [0]] : (tensor<4x?xf32>, tensor<4xf32>) -> tensor<4x?xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.subf %a, %c : f32
    dlopt.yield %d : f32
  }
  // expected-remark @below {{not fused: result dimension 1 is not provably as large as the rows (after 'dlopt.reduce')}}
  %f = dlopt.map %m dims [[0]] : (tensor<4xf32>) -> tensor<4x6x7xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return %e, %f : tensor<4x?xf32>, tensor<4x6x7xf32>
}

// -----

// Rows along another dimension are another kernel; and a scale that is computed
// from the same group is no part of the rows.
// CHECK-LABEL: func.func @other_rows
// CHECK: name "exp_sum"
// CHECK: name "max"
func.func @other_rows(%x: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-remark @below {{fused into 'dlopt.reduce' as prologue}}
  %0 = dlopt.map %x : (tensor<4x4xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32):
    %f = math.exp %a : f32
    dlopt.yield %f : f32
  }
  %1 = dlopt.reduce add %0 dims [1] : tensor<4x4xf32> -> tensor<4xf32>
  // expected-remark @below {{not fused: it reduces other dimensions than the rows before it (after 'dlopt.map')}}
  %2 = dlopt.reduce max %0 dims [0] : tensor<4x4xf32> -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @own_scale
// CHECK: name "absf"
// CHECK: name "rms_norm"
func.func @own_scale(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = dlopt.map %x : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %f = math.absf %a : f32
    dlopt.yield %f : f32
  }
  // expected-remark @below {{not fused: its scale, bias or init is computed beside the rows (after 'dlopt.map')}}
  %1 = dlopt.rms_norm %0 scale %0 axis 0 epsilon 1.0e-5 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
