// RUN: dlopt-run --check %s --target cpu
// CASE: ops/attention_grouped_static
// KIND: four query heads on two of keys in bf16, static sizes
// WHY: Heads 0 and 1 share keys, 2 and 3 the next. Weights may be rounded to
//   bf16, as on tensor cores, so the tolerance is that of bf16.
// CALL: @test
// IN 0: tensor<1x4x3x2xbf16> = [[[[0.1875, -0.0], [-1.44, 1.234], [0.562, 0.422]], [[-0.0938, -0.39], [-1.25, 0.97], [0.297, -0.344]], [[-0.61, 0.141], [-0.0625, 1.67], [0.797, -0.58]], [[-1.08, -0.219], [-0.89, 0.0938], [0.422, 0.656]]]]
// IN 1: tensor<1x2x3x2xbf16> = [[[[0.438, -0.172], [0.625, -0.86], [-0.0469, 0.844]], [[0.312, -1.25], [-1.125, -1.59], [1.83, -1.516]]]]
// IN 2: tensor<1x2x3x2xbf16> = [[[[-0.1094, 1.875], [1.11, 1.34], [-0.469, 0.766]], [[3.08, -0.0], [0.453, -0.281], [0.0156, 0.406]]]]
// OUT 0: tensor<1x4x3x2xf32> = [[[[0.20740888, 1.3448747], [-0.3639974, 0.9210191], [0.08837035, 1.2955942]], [[0.33007094, 1.385365], [-0.31007835, 0.9787741], [0.36944893, 1.404127]], [[1.1227019, -0.13297288], [1.530665, 0.029025251], [0.6267093, 0.27901483]], [[0.85637456, -0.21388009], [0.98397917, -0.1851609], [1.0901351, 0.17323007]]]] TOL abs=5e-3 rel=1e-2
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%q: tensor<1x4x3x2xbf16>, %k: tensor<1x2x3x2xbf16>, %v: tensor<1x2x3x2xbf16>) -> (tensor<1x4x3x2xf32>) {
  %0 = dlopt.attention %q, %k, %v scale 1.0 : tensor<1x4x3x2xbf16>, tensor<1x2x3x2xbf16>, tensor<1x2x3x2xbf16> -> tensor<1x4x3x2xf32>
  return %0 : tensor<1x4x3x2xf32>
}
