// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: broadcast/tosa_both_sides
// KIND: tosa.add of 3x1 and 1x4, tosa.select with a 1x1 tensor
// WHY: Both operands are broadcast.
// CALL: @test
// IN 0: tensor<3x1xf32> = [[0.0], [1.0], [2.0]]
// IN 1: tensor<1x4xf32> = [[0.0, 10.0, 20.0, 30.0]]
// IN 2: tensor<1x1xf32> = [[100.0]]
// OUT 0: tensor<3x4xf32> = [[0.0, 10.0, 20.0, 30.0], [1.0, 11.0, 21.0, 31.0], [2.0, 12.0, 22.0, 32.0]] TOL exact
// OUT 1: tensor<3x4xf32> = [[0.0, 10.0, 100.0, 100.0], [1.0, 11.0, 100.0, 100.0], [2.0, 100.0, 100.0, 100.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%a: tensor<3x1xf32>, %b: tensor<1x4xf32>, %c: tensor<1x1xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %s = tosa.add %a, %b : (tensor<3x1xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  %k = "tosa.const"() <{values = dense<11.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %g = tosa.greater %s, %k : (tensor<3x4xf32>, tensor<1x1xf32>) -> tensor<3x4xi1>
  %r = tosa.select %g, %c, %s : (tensor<3x4xi1>, tensor<1x1xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %s, %r : tensor<3x4xf32>, tensor<3x4xf32>
}
