// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @rank(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{result has rank 2, expected 1: that of input less the reduced dimensions}}
  %0 = dlopt.reduce add %x dims [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  return
}

// -----

func.func @size(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{input dimension 1 (8) does not match result dimension 0 (4)}}
  %0 = dlopt.reduce add %x dims [0] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @init_size(%x: tensor<4x8xf32>, %i: tensor<4xf32>) {
  // expected-error @+1 {{input dimension 1 (8) does not match init dimension 0 (4)}}
  %0 = dlopt.reduce add %x dims [0] init %i : tensor<4x8xf32>, tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @init_rank(%x: tensor<4x8xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{init has rank 0, expected 1}}
  %0 = dlopt.reduce add %x dims [0] init %i : tensor<4x8xf32>, tensor<f32> -> tensor<8xf32>
  return
}

// -----

func.func @negative(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{dims entry 0 is -1, no dimension of rank 2}}
  %0 = dlopt.reduce add %x dims [-1] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @twice(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{dims entry 1 is 0 after 0, expected ascending order}}
  %0 = dlopt.reduce add %x dims [0, 0] : tensor<4x8xf32> -> tensor<f32>
  return
}

// -----

func.func @bitwise_floats(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{xor combines integers, but input has element type f32}}
  %0 = dlopt.reduce xor %x dims [0] : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @integers_minnum(%x: tensor<4x8xi32>) {
  // expected-error @+1 {{minnum combines floats, but input has element type i32}}
  %0 = dlopt.reduce minnum %x dims [0] : tensor<4x8xi32> -> tensor<8xi32>
  return
}

// -----

func.func @unsigned_floats(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{unsigned reads integers, but input has element type f32}}
  %0 = dlopt.reduce max %x dims [0] unsigned : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @index_elements(%x: tensor<4x8xindex>) {
  // expected-error @+1 {{input has element type index, expected a float or a signless integer}}
  %0 = dlopt.reduce max %x dims [0] : tensor<4x8xindex> -> tensor<8xindex>
  return
}

// -----

func.func @accumulator(%x: tensor<4x8xi8>) {
  // expected-error @+1 {{accumulator type is f32, expected a signless integer as input has element type i8}}
  %0 = dlopt.reduce add %x dims [0] accumulate f32 : tensor<4x8xi8> -> tensor<8xi32>
  return
}

// -----

func.func @result_class(%x: tensor<4x8xi8>) {
  // expected-error @+1 {{result has element type f32, expected a signless integer as input has element type i8}}
  %0 = dlopt.reduce add %x dims [0] : tensor<4x8xi8> -> tensor<8xf32>
  return
}

// -----

func.func @unknown_kind(%x: tensor<4x8xi8>) {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'kind' [add, mul, max, min, maxnum, minnum, and, or, xor]}}
  %0 = dlopt.reduce mean %x dims [0] : tensor<4x8xi8> -> tensor<8xi8>
  return
}

// -----

func.func @kind_out_of_range(%x: tensor<4x8xi8>) {
  // expected-error @+1 {{Invalid attribute `kind` in property conversion: 9 : i32}}
  %0 = "dlopt.reduce"(%x) <{kind = 9 : i32, dims = array<i64: 0>}> : (tensor<4x8xi8>) -> tensor<8xi8>
  return
}
