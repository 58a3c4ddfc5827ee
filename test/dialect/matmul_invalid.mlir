// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @inner(%a: tensor<4x8xf32>, %b: tensor<9x4xf32>) {
  // expected-error @+1 {{'dlopt.matmul' op lhs dimension 1 (K = 8) does not match rhs dimension 0 (K = 9)}}
  %0 = dlopt.matmul %a, %b : tensor<4x8xf32>, tensor<9x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @inner_transposed(%a: tensor<8x4xf32>, %b: tensor<4x9xf32>) {
  // expected-error @+1 {{lhs dimension 0 (K = 8) does not match rhs dimension 1 (K = 9)}}
  %0 = dlopt.matmul %a transposed, %b transposed : tensor<8x4xf32>, tensor<4x9xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @rows(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{lhs dimension 0 (M = 4) does not match result dimension 0 (M = 5)}}
  %0 = dlopt.matmul %a, %b : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<5x3xf32>
  return
}

// -----

func.func @columns(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>, %c: tensor<4x2xf32>) {
  // expected-error @+1 {{rhs dimension 1 (N = 3) does not match init dimension 1 (N = 2)}}
  %0 = dlopt.matmul %a, %b init %c : tensor<4x8xf32>, tensor<8x3xf32>, tensor<4x2xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @batch(%a: tensor<7x2x4x8xf32>, %b: tensor<3x8x3xf32>) {
  // expected-error @+1 {{lhs dimension 1 (batch 1 = 2) does not match rhs dimension 0 (batch 1 = 3)}}
  %0 = dlopt.matmul %a, %b : tensor<7x2x4x8xf32>, tensor<3x8x3xf32> -> tensor<7x2x4x3xf32>
  return
}

// -----

func.func @batch_of_one(%a: tensor<1x4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{result dimension 0 is 2, expected 1: no operand has that dimension with a size other than 1}}
  %0 = dlopt.matmul %a, %b : tensor<1x4x8xf32>, tensor<8x3xf32> -> tensor<2x4x3xf32>
  return
}

// -----

func.func @vector(%a: tensor<8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{lhs has rank 1, expected at least 2}}
  %0 = dlopt.matmul %a, %b : tensor<8xf32>, tensor<8x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @scalar(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{rhs has rank 0, expected at least 2}}
  %0 = dlopt.matmul %a, %b : tensor<4x8xf32>, tensor<f32> -> tensor<4x3xf32>
  return
}

// -----

func.func @result_rank(%a: tensor<2x4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{result has rank 2, expected 3: the batch dimensions of both factors, M and N}}
  %0 = dlopt.matmul %a, %b : tensor<2x4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @init_rank(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>, %c: tensor<3xf32>) {
  // expected-error @+1 {{init has rank 1, expected 2}}
  %0 = dlopt.matmul %a, %b init %c : tensor<4x8xf32>, tensor<8x3xf32>, tensor<3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @complex(%a: tensor<4x8xcomplex<f32>>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{lhs has element type complex<f32>, expected a float or a signless integer}}
  %0 = dlopt.matmul %a, %b : tensor<4x8xcomplex<f32>>, tensor<8x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @unsigned_type(%a: tensor<4x8xui8>, %b: tensor<8x3xui8>) {
  // expected-error @+1 {{lhs has element type ui8, expected a float or a signless integer}}
  %0 = dlopt.matmul %a, %b : tensor<4x8xui8>, tensor<8x3xui8> -> tensor<4x3xi32>
  return
}

// -----

func.func @mixed(%a: tensor<4x8xf32>, %b: tensor<8x3xi8>) {
  // expected-error @+1 {{rhs has element type i8, expected a float as lhs has element type f32}}
  %0 = dlopt.matmul %a, %b : tensor<4x8xf32>, tensor<8x3xi8> -> tensor<4x3xf32>
  return
}

// -----

func.func @float_result(%a: tensor<4x8xi8>, %b: tensor<8x3xi8>) {
  // expected-error @+1 {{result has element type f32, expected a signless integer as lhs has element type i8}}
  %0 = dlopt.matmul %a, %b : tensor<4x8xi8>, tensor<8x3xi8> -> tensor<4x3xf32>
  return
}

// -----

func.func @integer_init(%a: tensor<4x8xf16>, %b: tensor<8x3xf16>, %c: tensor<4x3xi32>) {
  // expected-error @+1 {{init has element type i32, expected a float as lhs has element type f16}}
  %0 = dlopt.matmul %a, %b init %c : tensor<4x8xf16>, tensor<8x3xf16>, tensor<4x3xi32> -> tensor<4x3xf16>
  return
}

// -----

func.func @accumulator(%a: tensor<4x8xf16>, %b: tensor<8x3xf16>) {
  // expected-error @+1 {{accumulator type is i32, expected a float as lhs has element type f16}}
  %0 = dlopt.matmul %a, %b accumulate i32 : tensor<4x8xf16>, tensor<8x3xf16> -> tensor<4x3xf16>
  return
}

// -----

func.func @accumulator_tensor(%a: tensor<4x8xf16>, %b: tensor<8x3xf16>) {
  // expected-error @+1 {{accumulator type is tensor<4xf32>, expected a float}}
  %0 = dlopt.matmul %a, %b accumulate tensor<4xf32> : tensor<4x8xf16>, tensor<8x3xf16> -> tensor<4x3xf16>
  return
}

// -----

func.func @numerics(%a: tensor<4x8xf32>, %b: tensor<8x3xf16>) {
  // expected-error @+1 {{numerics tf32 rounds f32 factors, but rhs has element type f16}}
  %0 = dlopt.matmul %a, %b numerics tf32 : tensor<4x8xf32>, tensor<8x3xf16> -> tensor<4x3xf32>
  return
}

// -----

func.func @unsigned_floats(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{unsigned reads integers, but lhs has element type f32}}
  %0 = dlopt.matmul %a, %b unsigned : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @unranked(%a: tensor<*xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = dlopt.matmul %a, %b : tensor<*xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @too_many_dimensions(%a: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{operand #0 has rank 17, the most is 16}}
  %0 = dlopt.matmul %a, %b : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @too_many_result_dimensions(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{result #0 has rank 17, the most is 16}}
  %0 = dlopt.matmul %a, %b : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @extra_operand(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{'dlopt.matmul' op expected 2 or more operands, but found 1}}
  %0 = "dlopt.matmul"(%a) : (tensor<4x8xf32>) -> tensor<4x3xf32>
  return
}
