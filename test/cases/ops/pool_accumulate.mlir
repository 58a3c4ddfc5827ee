// RUN: dlopt-run --check %s --target cpu
// CASE: ops/pool_accumulate
// KIND: a window of 3000 ones in f16, and in an accumulator of f64
// WHY: The sum is kept in f32 though input and result are f16.
// CALL: @test
// IN 0: tensor<3000xf16> = splat(1.0)
// OUT 0: tensor<1xf16> = [3e+03] TOL exact
// OUT 1: tensor<1xf32> = [3000.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<3000xf16>) -> (tensor<1xf16>, tensor<1xf32>) {
  %0 = dlopt.pool add %x dims [0] window [3000] : tensor<3000xf16> -> tensor<1xf16>
  %1 = dlopt.pool add %x dims [0] window [3000] accumulate f64 : tensor<3000xf16> -> tensor<1xf32>
  return %0, %1 : tensor<1xf16>, tensor<1xf32>
}
