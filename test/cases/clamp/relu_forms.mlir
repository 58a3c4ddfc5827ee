// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: clamp/relu_forms
// KIND: six ways to write a ReLU
// WHY: They differ for NaN and -0.0, and each must stay itself: maximumf(x,
//   0) keeps NaN; select(x > 0, x, 0) drops NaN and gives +0 for -0; select(x
//   < 0, 0, x) keeps both; select(not x <= 0, x, 0) keeps NaN; maxnumf drops
//   NaN.
// CALL: @test
// IN 0: tensor<8xf32> = [nan, -0.0, 0.0, 1.0, -1.0, inf, -inf, -1e-45]
// OUT 0: tensor<8xf32> = [nan, 0.0, 0.0, 1.0, 0.0, inf, 0.0, 0.0] TOL exact
// OUT 1: tensor<8xf32> = [0.0, 0.0, 0.0, 1.0, 0.0, inf, 0.0, 0.0] TOL exact
// OUT 2: tensor<8xf32> = [nan, -0.0, 0.0, 1.0, 0.0, inf, 0.0, 0.0] TOL exact
// OUT 3: tensor<8xf32> = [nan, 0.0, 0.0, 1.0, 0.0, inf, 0.0, 0.0] TOL exact
// OUT 4: tensor<8xf32> = [0.0, 0.0, 0.0, 1.0, 0.0, inf, 0.0, 0.0] TOL abs=0
// OUT 5: tensor<8xf32> = [nan, 0.0, 0.0, 1.0, 0.0, inf, 0.0, 0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %z = arith.constant dense<0.0> : tensor<8xf32>
  %r0 = arith.maximumf %x, %z : tensor<8xf32>
  %c1 = arith.cmpf ogt, %x, %z : tensor<8xf32>
  %r1 = arith.select %c1, %x, %z : tensor<8xi1>, tensor<8xf32>
  %c2 = arith.cmpf olt, %x, %z : tensor<8xf32>
  %r2 = arith.select %c2, %z, %x : tensor<8xi1>, tensor<8xf32>
  %c3 = arith.cmpf ugt, %x, %z : tensor<8xf32>
  %r3 = arith.select %c3, %x, %z : tensor<8xi1>, tensor<8xf32>
  %r4 = arith.maxnumf %x, %z : tensor<8xf32>
  %r5 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 0x7F800000 : f32} : (tensor<8xf32>) -> tensor<8xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
