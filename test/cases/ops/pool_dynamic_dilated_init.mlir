// RUN: dlopt-run --check %s --target cpu
// CASE: ops/pool_dynamic_dilated_init
// KIND: dilated sums with an initial value on dynamic sizes
// WHY: The number of windows follows from sizes known when the program runs;
//   the initial value takes part once.
// CALL: @test
// IN 0: tensor<7x2xf16> = [[-1.0, -1.0], [-4.0, 0.0], [2.0, 1.0], [-1.0, -1.0], [-2.0, 1.0], [3.0, -1.0], [-3.0, 0.0]]
// IN 1: tensor<3x2xf32> = [[1.0, -5.0], [0.0, 4.0], [2.0, 1.0]]
// OUT 0: tensor<3x2xf16> = [[-4.0, -6.0], [-2.0, 2.0], [4.0, -1.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<?x?xf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf16> {
  %0 = dlopt.pool add %x dims [0] window [3] strides [2] dilations [2] pad_low [1] pad_high [1] init %c : tensor<?x?xf16>, tensor<?x?xf32> -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}
