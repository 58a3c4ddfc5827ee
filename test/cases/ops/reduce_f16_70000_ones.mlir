// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_f16_70000_ones
// KIND: 70000 ones in f16, kept in f32, to f32 and to f16
// WHY: The largest f16 is 65504: the sum is infinite only where it is rounded
//   to f16.
// CALL: @test
// IN 0: tensor<70000xf16> = splat(1.0)
// OUT 0: tensor<f32> = 70000.0 TOL exact
// OUT 1: tensor<f16> = inf TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<70000xf16>) -> (tensor<f32>, tensor<f16>) {
  %0 = dlopt.reduce add %x dims [0] : tensor<70000xf16> -> tensor<f32>
  %1 = dlopt.reduce add %x dims [0] : tensor<70000xf16> -> tensor<f16>
  return %0, %1 : tensor<f32>, tensor<f16>
}
