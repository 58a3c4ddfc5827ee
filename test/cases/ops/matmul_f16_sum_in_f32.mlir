// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_f16_sum_in_f32
// KIND: 3000 products of one in f16
// WHY: A sum kept in f16 stands still at 2048; the accumulator is f32 and the
//   result is rounded once.
// CALL: @test
// IN 0: tensor<1x3000xf16> = splat(1.0)
// IN 1: tensor<3000x2xf16> = splat(1.0)
// OUT 0: tensor<1x2xf16> = [[3e+03, 3e+03]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<1x3000xf16>, %b: tensor<3000x2xf16>) -> tensor<1x2xf16> {
  %0 = dlopt.matmul %a, %b : tensor<1x3000xf16>, tensor<3000x2xf16> -> tensor<1x2xf16>
  return %0 : tensor<1x2xf16>
}
