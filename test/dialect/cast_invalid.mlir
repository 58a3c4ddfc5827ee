// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @rank(%x: tensor<4xf32>) {
  // expected-error @+1 {{result has rank 2, expected 1: that of input}}
  %0 = dlopt.cast %x : tensor<4xf32> to tensor<4x1xf16>
  return
}

// -----

func.func @size(%x: tensor<4xf32>) {
  // expected-error @+1 {{input dimension 0 (4) does not match result dimension 0 (5)}}
  %0 = dlopt.cast %x : tensor<4xf32> to tensor<5xf16>
  return
}

// -----

func.func @rounding(%x: tensor<4xi32>) {
  // expected-error @+1 {{rounding has no meaning between integers}}
  %0 = dlopt.cast %x rounding upward : tensor<4xi32> to tensor<4xi8>
  return
}

// -----

func.func @unsigned(%x: tensor<4xf32>) {
  // expected-error @+1 {{unsigned has no meaning between floats}}
  %0 = dlopt.cast %x unsigned : tensor<4xf32> to tensor<4xf16>
  return
}

// -----

func.func @input(%x: tensor<4xindex>) {
  // expected-error @+1 {{input has element type index, expected a float or a signless integer}}
  %0 = dlopt.cast %x : tensor<4xindex> to tensor<4xi32>
  return
}

// -----

func.func @result(%x: tensor<4xi32>) {
  // expected-error @+1 {{result has element type si32, expected a float or a signless integer}}
  %0 = dlopt.cast %x : tensor<4xi32> to tensor<4xsi32>
  return
}
