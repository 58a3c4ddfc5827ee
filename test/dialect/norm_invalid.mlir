// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @axis(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'dlopt.layer_norm' op axis is 2, no dimension of rank 2}}
  %0 = dlopt.layer_norm %x axis 2 epsilon 1.0e-5 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @scale_size(%x: tensor<4x8xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{input dimension 1 (8) does not match scale dimension 0 (4)}}
  %0 = dlopt.layer_norm %x scale %g axis 1 epsilon 1.0e-5 : tensor<4x8xf32>, tensor<4xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @bias_size(%x: tensor<4x8xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{input dimension 1 (8) does not match bias dimension 0 (4)}}
  %0 = dlopt.layer_norm %x bias %b axis 1 epsilon 1.0e-5 : tensor<4x8xf32>, tensor<4xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @bias_rank(%x: tensor<4x8xf32>, %g: tensor<8xf32>, %b: tensor<4x8xf32>) {
  // expected-error @+1 {{bias has rank 2, expected 1: the number of dimensions from axis on}}
  %0 = dlopt.layer_norm %x scale %g bias %b axis 1 epsilon 1.0e-5 : tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @scale_type(%x: tensor<4x8xf32>, %g: tensor<8xi32>) {
  // expected-error @+1 {{scale has element type i32, expected a float}}
  %0 = dlopt.layer_norm %x scale %g axis 1 epsilon 1.0e-5 : tensor<4x8xf32>, tensor<8xi32> -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{epsilon is -1, expected at least 0}}
  %0 = dlopt.layer_norm %x axis 1 epsilon -1.0 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_nan(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'dlopt.rms_norm' op epsilon is nan, expected at least 0}}
  %0 = dlopt.rms_norm %x axis 1 epsilon 0x7FF8000000000000 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @rms_axis(%x: tensor<f32>) {
  // expected-error @+1 {{'dlopt.rms_norm' op axis is 0, no dimension of rank 0}}
  %0 = dlopt.rms_norm %x axis 0 epsilon 1.0e-5 : tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @rms_scale(%x: tensor<4x8xf32>, %g: tensor<9xf32>) {
  // expected-error @+1 {{input dimension 1 (8) does not match scale dimension 0 (9)}}
  %0 = dlopt.rms_norm %x scale %g axis 1 epsilon 1.0e-5 : tensor<4x8xf32>, tensor<9xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @rms_input(%x: tensor<4x8xi8>) {
  // expected-error @+1 {{input has element type i8, expected a float}}
  %0 = dlopt.rms_norm %x axis 1 epsilon 1.0e-5 : tensor<4x8xi8> -> tensor<4x8xf32>
  return
}

// -----

func.func @rms_result(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{input dimension 0 (4) does not match result dimension 0 (8)}}
  %0 = dlopt.rms_norm %x axis 1 epsilon 1.0e-5 : tensor<4x8xf16> -> tensor<8x4xf16>
  return
}
