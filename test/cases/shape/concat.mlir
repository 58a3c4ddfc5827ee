// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: shape/concat
// KIND: tensor.concat of dynamic rows, and of columns
// CALL: @test
// IN 0: tensor<2x3xf32> = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
// IN 1: tensor<3x3xf32> = [[100.0, 101.0, 102.0], [103.0, 104.0, 105.0], [106.0, 107.0, 108.0]]
// OUT 0: tensor<7x3xf32> = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [100.0, 101.0, 102.0], [103.0, 104.0, 105.0], [106.0, 107.0, 108.0], [0.0, 1.0, 2.0], [3.0, 4.0, 5.0]] TOL exact
// OUT 1: tensor<2x6xf32> = [[0.0, 1.0, 2.0, 0.0, 1.0, 2.0], [3.0, 4.0, 5.0, 3.0, 4.0, 5.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x6xf32>) {
  %r = tensor.concat dim(0) %x, %y, %x : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %s = tensor.concat dim(1) %x, %x : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x6xf32>
  return %r, %s : tensor<?x3xf32>, tensor<?x6xf32>
}
