// RUN: dlopt-opt %s -split-input-file -canonicalize | FileCheck %s

// A copy along the same dimensions is its input.
// CHECK-LABEL: func @identity(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK-NEXT: return %[[X]]
func.func @identity(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = dlopt.map %x dims [[0, 1]] : (tensor<?x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return %0 : tensor<?x4xf32>
}

// -----

// Two transposes cancel.
// CHECK-LABEL: func @transpose_twice(
// CHECK-SAME: %[[X:.*]]: tensor<3x4x5xf32>
// CHECK-NEXT: return %[[X]]
func.func @transpose_twice(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %0 = dlopt.map %x dims [[1, 2, 0]] : (tensor<3x4x5xf32>) -> tensor<5x3x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %1 = dlopt.map %0 dims [[2, 0, 1]] : (tensor<5x3x4xf32>) -> tensor<3x4x5xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return %1 : tensor<3x4x5xf32>
}

// -----

// A transpose composes with a transpose of another kind.
// CHECK-LABEL: func @rotate_twice(
// CHECK: dlopt.map %{{.*}} dims {{\[\[}}2, 0, 1]] : (tensor<3x4x5xf32>) -> tensor<4x5x3xf32>
// CHECK-NOT: dlopt.map
func.func @rotate_twice(%x: tensor<3x4x5xf32>) -> tensor<4x5x3xf32> {
  %0 = dlopt.map %x dims [[1, 2, 0]] : (tensor<3x4x5xf32>) -> tensor<5x3x4xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %1 = dlopt.map %0 dims [[1, 2, 0]] : (tensor<5x3x4xf32>) -> tensor<4x5x3xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  return %1 : tensor<4x5x3xf32>
}

// -----

// A bias spread over rows is read along its own dimension; the dynamic size
// that only the spread tensor had still comes from where it came from.
// CHECK-LABEL: func @broadcast_composes(
// CHECK-SAME: %[[B:.*]]: tensor<1x8xf32>, %[[N:.*]]: index
// CHECK: dlopt.map %[[B]] dims {{\[\[}}-1, 1]] sizes(%[[N]]) : (tensor<1x8xf32>) -> tensor<?x8xf32>
// CHECK-NOT: dlopt.map
func.func @broadcast_composes(%b: tensor<1x8xf32>, %n: index) -> tensor<?x8xf32> {
  %0 = dlopt.map %b dims [[-1, 1]] sizes(%n) : (tensor<1x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %1 = dlopt.map %0 : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    dlopt.yield %e : f32
  }
  return %1 : tensor<?x8xf32>
}

// -----

// An input that the body does not read gives its size only.
// CHECK-LABEL: func @unused_input(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[B:.*]]: tensor<4xf32>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %[[C0]]
// CHECK: dlopt.map %[[B]] dims {{\[\[}}1]] sizes(%[[N]]) : (tensor<4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: ^bb0(%{{.*}}: f32):
func.func @unused_input(%x: tensor<?x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = dlopt.map %x, %b dims [[0, 1], [1]] : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: f32, %c: f32):
    %e = math.exp %c : f32
    dlopt.yield %e : f32
  }
  return %0 : tensor<?x4xf32>
}

// -----

// The same input read twice along the same dimensions is read once; along
// others it stays.
// CHECK-LABEL: func @equal_inputs(
// CHECK-SAME: %[[X:.*]]: tensor<4x4xf32>
// CHECK: dlopt.map %[[X]], %[[X]] dims {{\[\[}}0, 1], [1, 0]]
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[T:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[A]] : f32
// CHECK-NEXT: arith.mulf %[[S]], %[[T]] : f32
func.func @equal_inputs(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = dlopt.map %x, %x, %x dims [[0, 1], [0, 1], [1, 0]]
      : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32, %b: f32, %t: f32):
    %s = arith.addf %a, %b : f32
    %p = arith.mulf %s, %t : f32
    dlopt.yield %p : f32
  }
  return %0 : tensor<4x4xf32>
}

// -----

// Results that are equal are one; results without users go.
// CHECK-LABEL: func @results(
// CHECK: %[[R:.*]] = dlopt.map %{{.*}} : (tensor<4xf32>) -> tensor<4xf32> {
// CHECK: math.exp
// CHECK-NOT: math.log
// CHECK: dlopt.yield %{{.*}} : f32
// CHECK: return %[[R]], %[[R]]
func.func @results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:3 = dlopt.map %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    %l = math.log %a : f32
    dlopt.yield %e, %l, %e : f32, f32, f32
  }
  return %0#0, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Scalars spread over a tensor are used as scalars, whatever spread them.
// CHECK-LABEL: func @spread_inputs(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[S:.*]]: f32, %[[N:.*]]: index
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: dlopt.map %[[X]] : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[S]] : f32
// CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[P]], %[[TWO]] : f32
// CHECK-NEXT: dlopt.yield %[[Q]]
func.func @spread_inputs(%x: tensor<?xf32>, %s: f32, %n: index) -> tensor<?xf32> {
  %splat = dlopt.map sizes(%n) : () -> tensor<?xf32> {
    dlopt.yield %s : f32
  }
  %two = arith.constant dense<2.0> : tensor<1xf32>
  %0 = dlopt.map %x, %splat, %two dims [[0], [0], [-1]]
      : (tensor<?xf32>, tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    dlopt.yield %q : f32
  }
  return %0 : tensor<?xf32>
}

// -----

// A constant everywhere is a constant; -0.0 keeps its sign.
// CHECK-LABEL: func @constant(
// CHECK-NEXT: arith.constant dense<-0.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT: return
func.func @constant() -> tensor<2x3xf32> {
  %c = arith.constant -0.0 : f32
  %0 = dlopt.map : () -> tensor<2x3xf32> {
    dlopt.yield %c : f32
  }
  return %0 : tensor<2x3xf32>
}

// -----

// A constant size is static.
// CHECK-LABEL: func @constant_size(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[R:.*]] = dlopt.map sizes(%[[N]]) : () -> tensor<7x?xindex>
// CHECK: tensor.cast %[[R]] : tensor<7x?xindex> to tensor<?x?xindex>
func.func @constant_size(%n: index) -> tensor<?x?xindex> {
  %c7 = arith.constant 7 : index
  %0 = dlopt.map sizes(%c7, %n) : () -> tensor<?x?xindex> {
    %i = dlopt.index 0 : index
    dlopt.yield %i : index
  }
  return %0 : tensor<?x?xindex>
}

// -----

// Left alone: a transpose of its own, and a copy whose source shows another
// size than its result, which only a program that never runs can have.
// CHECK-LABEL: func @left_alone(
// CHECK: dlopt.map %{{.*}} dims {{\[\[}}1, 0]]
// CHECK: tensor.cast
// CHECK: dlopt.map
func.func @left_alone(%x: tensor<2x3xf32>, %y: tensor<5xf32>, %z: tensor<4xf32>)
    -> (tensor<3x2xf32>, tensor<4xf32>) {
  %0 = dlopt.map %x dims [[1, 0]] : (tensor<2x3xf32>) -> tensor<3x2xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %1 = dlopt.map %y : (tensor<5xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %2 = dlopt.map %1, %z : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    dlopt.yield %s : f32
  }
  return %0, %2 : tensor<3x2xf32>, tensor<4xf32>
}

// -----

// A computation on constants is a constant: 2 * 3 + 1.
// CHECK-LABEL: func @folded_body(
// CHECK-NEXT: arith.constant dense<7.000000e+00> : tensor<4x2xf32>
// CHECK-NEXT: return
func.func @folded_body() -> tensor<4x2xf32> {
  %x = arith.constant dense<2.0> : tensor<4x2xf32>
  %y = arith.constant dense<3.0> : tensor<2xf32>
  %0 = dlopt.map %x, %y dims [[0, 1], [1]] : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32> {
  ^bb0(%a: f32, %b: f32):
    %one = arith.constant 1.0 : f32
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %one : f32
    dlopt.yield %s : f32
  }
  return %0 : tensor<4x2xf32>
}
