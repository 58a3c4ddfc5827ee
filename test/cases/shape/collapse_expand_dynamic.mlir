// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: shape/collapse_expand_dynamic
// KIND: collapse, transpose and expand with dynamic sizes
// CALL: @test
// IN 0: tensor<2x3x4xf32> = [[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]
// OUT 0: tensor<4x6xf32> = [[0.0, 4.0, 8.0, 12.0, 16.0, 20.0], [1.0, 5.0, 9.0, 13.0, 17.0, 21.0], [2.0, 6.0, 10.0, 14.0, 18.0, 22.0], [3.0, 7.0, 11.0, 15.0, 19.0, 23.0]] TOL exact
// OUT 1: tensor<2x3x2x2xf32> = [[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0]]], [[[12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0]], [[20.0, 21.0], [22.0, 23.0]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x3x?xf32>) -> (tensor<?x?xf32>, tensor<?x3x?x2xf32>) {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x3x?xf32> into tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %c, %c0 : tensor<?x?xf32>
  %n = tensor.dim %c, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %r = linalg.transpose ins(%c : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  %b = tensor.dim %x, %c0 : tensor<?x3x?xf32>
  %h = arith.divui %n, %c2 : index
  %q = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [%b, 3, %h, 2] : tensor<?x3x?xf32> into tensor<?x3x?x2xf32>
  return %r, %q : tensor<?x?xf32>, tensor<?x3x?x2xf32>
}
