// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_empty_dynamic
// KIND: casts of nothing and of a scalar
// WHY: Rank 0 and size 0.
// CALL: @test
// IN 0: tensor<0x3xf32> = []
// IN 1: tensor<f32> = 2.5
// OUT 0: tensor<0x3xf16> = [] TOL exact
// OUT 1: tensor<i8> = 2 TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<?x3xf32>, %y: tensor<f32>) -> (tensor<?x3xf16>, tensor<i8>) {
  %0 = dlopt.cast %x : tensor<?x3xf32> to tensor<?x3xf16>
  %1 = dlopt.cast %y rounding nearest_even : tensor<f32> to tensor<i8>
  return %0, %1 : tensor<?x3xf16>, tensor<i8>
}
