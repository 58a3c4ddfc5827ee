// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @dims_order(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{dims entry 1 is 0 after 1, expected ascending order}}
  %0 = dlopt.pool max %x dims [1, 0] window [2, 2] : tensor<8x8xf32> -> tensor<7x7xf32>
  return
}

// -----

func.func @dims_range(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{dims entry 0 is 2, no dimension of rank 2}}
  %0 = dlopt.pool max %x dims [2] window [2] : tensor<8x8xf32> -> tensor<7x7xf32>
  return
}

// -----

func.func @window_count(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{window has 2 entries, expected 1}}
  %0 = dlopt.pool max %x dims [1] window [2, 2] : tensor<8x8xf32> -> tensor<8x7xf32>
  return
}

// -----

func.func @window_empty(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{window entry 0 is 0, expected at least 1}}
  %0 = dlopt.pool max %x dims [1] window [0] : tensor<8x8xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @strides(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{strides entry 0 is -1, expected at least 1}}
  %0 = dlopt.pool max %x dims [1] window [2] strides [-1] : tensor<8x8xf32> -> tensor<8x7xf32>
  return
}

// -----

func.func @positions(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{result dimension 1 (8) does not match the 7 positions of a window of 2 (stride 1, dilation 1, padding 0 and 0) along input dimension 1 of size 8}}
  %0 = dlopt.pool max %x dims [1] window [2] : tensor<8x8xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @kept(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{input dimension 0 (8) does not match result dimension 0 (4)}}
  %0 = dlopt.pool max %x dims [1] window [2] : tensor<8x8xf32> -> tensor<4x7xf32>
  return
}

// -----

func.func @rank(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{result has rank 1, expected 2: that of input}}
  %0 = dlopt.pool max %x dims [1] window [2] : tensor<8x8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @init_rank(%x: tensor<8x8xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{init has rank 0, expected 2: that of input}}
  %0 = dlopt.pool max %x dims [1] window [2] init %i : tensor<8x8xf32>, tensor<f32> -> tensor<8x7xf32>
  return
}

// -----

func.func @kind(%x: tensor<8x8xi8>) {
  // expected-error @+1 {{maxnum combines floats, but input has element type i8}}
  %0 = dlopt.pool maxnum %x dims [1] window [2] : tensor<8x8xi8> -> tensor<8x7xi8>
  return
}
