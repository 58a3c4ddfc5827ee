// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_mixed_bf16_f16
// KIND: bf16 by f16 with an f16 initial value into bf16
// WHY: Each operand is converted to f32 on its own.
// CALL: @test
// IN 0: tensor<3x6xbf16> = [[0.86, -0.0469, -1.78, 0.625, 0.86, -0.453], [-0.281, 0.484, -0.906, 0.438, 0.203, -0.67], [-1.39, -0.219, -0.875, 1.0, 0.141, 0.78]]
// IN 1: tensor<6x2xf16> = [[0.1406, 0.2656], [-0.7812, 0.672], [1.781, -0.3125], [-0.5938, -0.1562], [-0.4844, -0.703], [0.1406, -0.2969]]
// IN 2: tensor<3x2xf16> = [[1.4375, 0.0], [0.3281, 0.953], [-0.2969, 1.4375]]
// OUT 0: tensor<3x2xbf16> = [[-2.42, 0.186], [-2.16, 1.48], [-2.44, 0.707]] TOL abs=1e-3 rel=0.008
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<3x6xbf16>, %b: tensor<6x2xf16>, %c: tensor<3x2xf16>) -> tensor<3x2xbf16> {
  %0 = dlopt.matmul %a, %b init %c : tensor<3x6xbf16>, tensor<6x2xf16>, tensor<3x2xf16> -> tensor<3x2xbf16>
  return %0 : tensor<3x2xbf16>
}
