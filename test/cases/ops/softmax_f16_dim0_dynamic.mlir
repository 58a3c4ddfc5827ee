// RUN: dlopt-run --check %s --target cpu
// CASE: ops/softmax_f16_dim0_dynamic
// KIND: f16 along dimension 0 of a dynamic tensor, logits near the largest
//   f16
// WHY: Differences of f16 numbers overflow f16.
// CALL: @test
// IN 0: tensor<3x2xf16> = [[6e+04, 6e+04], [6e+04, -6e+04], [1.0, 6e+04]]
// OUT 0: tensor<3x2xf16> = [[0.5, 0.5], [0.5, 0.0], [0.0, 0.5]] TOL abs=1e-3 rel=1e-3
// OUT 1: tensor<3x2xf32> = [[-0.6931472, -0.6931472], [-0.6931472, -120000.695], [-59999.69, -0.6931472]] TOL abs=1e-5 rel=1e-6
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<?x?xf16>) -> (tensor<?x?xf16>, tensor<?x?xf32>) {
  %0 = dlopt.softmax %x dim 0 : tensor<?x?xf16> -> tensor<?x?xf16>
  %1 = dlopt.softmax %x dim 0 log : tensor<?x?xf16> -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf16>, tensor<?x?xf32>
}
