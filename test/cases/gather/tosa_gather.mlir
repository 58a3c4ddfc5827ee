// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: gather/tosa_gather
// KIND: tosa.gather of f16, batched
// CALL: @test
// IN 0: tensor<2x4x3xf16> = [[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]], [[12.0, 13.0, 14.0], [15.0, 16.0, 17.0], [18.0, 19.0, 20.0], [21.0, 22.0, 23.0]]]
// IN 1: tensor<2x5xi32> = [[3, 0, 0, 2, 1], [1, 1, 3, 3, 0]]
// OUT 0: tensor<2x5x3xf16> = [[[9.0, 10.0, 11.0], [0.0, 1.0, 2.0], [0.0, 1.0, 2.0], [6.0, 7.0, 8.0], [3.0, 4.0, 5.0]], [[15.0, 16.0, 17.0], [15.0, 16.0, 17.0], [21.0, 22.0, 23.0], [21.0, 22.0, 23.0], [12.0, 13.0, 14.0]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x4x3xf16>, %i: tensor<2x5xi32>) -> tensor<2x5x3xf16> {
  %r = tosa.gather %x, %i : (tensor<2x4x3xf16>, tensor<2x5xi32>) -> tensor<2x5x3xf16>
  return %r : tensor<2x5x3xf16>
}
