// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_accumulate_f16
// KIND: 3000 products of one, accumulated in f16 as asked
// WHY: The accumulator is part of the meaning: in f16 the sum of ones, added
//   one by one, stands still at 2048, and pairwise it is 3000. Any order is
//   allowed, so the tolerance covers both.
// CALL: @test
// IN 0: tensor<1x3000xf16> = splat(1.0)
// IN 1: tensor<3000x1xf16> = splat(1.0)
// OUT 0: tensor<1x1xf16> = [[2524.0]] TOL abs=480 rel=0
// HOW: by hand: between 2048 and 3000.

func.func @test(%a: tensor<1x3000xf16>, %b: tensor<3000x1xf16>) -> tensor<1x1xf16> {
  %0 = dlopt.matmul %a, %b accumulate f16 : tensor<1x3000xf16>, tensor<3000x1xf16> -> tensor<1x1xf16>
  return %0 : tensor<1x1xf16>
}
