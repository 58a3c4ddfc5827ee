// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @dim(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{dim is 2, no dimension of rank 2}}
  %0 = dlopt.softmax %x dim 2 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @dim_negative(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{dim is -1, no dimension of rank 2}}
  %0 = dlopt.softmax %x dim -1 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @scalar(%x: tensor<f32>) {
  // expected-error @+1 {{dim is 0, no dimension of rank 0}}
  %0 = dlopt.softmax %x dim 0 : tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @integers(%x: tensor<4x8xi32>) {
  // expected-error @+1 {{input has element type i32, expected a float}}
  %0 = dlopt.softmax %x dim 1 : tensor<4x8xi32> -> tensor<4x8xf32>
  return
}

// -----

func.func @integer_result(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{result has element type i32, expected a float}}
  %0 = dlopt.softmax %x dim 1 : tensor<4x8xf32> -> tensor<4x8xi32>
  return
}

// -----

func.func @size(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{input dimension 1 (8) does not match result dimension 1 (9)}}
  %0 = dlopt.softmax %x dim 1 : tensor<4x8xf32> -> tensor<4x9xf32>
  return
}

// -----

func.func @rank(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{result has rank 1, expected 2: that of input}}
  %0 = dlopt.softmax %x dim 1 : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @log_of_zero(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{masked_rows zero has no logarithm; drop log or masked_rows}}
  %0 = dlopt.softmax %x dim 1 masked_rows zero log : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}
