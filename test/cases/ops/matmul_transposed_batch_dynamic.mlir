// RUN: dlopt-run --check %s --target cpu
// CASE: ops/matmul_transposed_batch_dynamic
// KIND: both factors transposed, one batch dimension, dynamic sizes
// WHY: The transposed flags name the stored order of the last two dimensions
//   only.
// CALL: @test
// IN 0: tensor<2x4x3xf32> = [[[0.34375, 0.828125, 0.328125], [-1.296875, 0.90625, 0.453125], [-0.53125, 0.578125, 0.359375], [0.296875, 0.03125, 0.546875]], [[-0.734375, -0.15625, -0.484375], [0.59375, 0.046875, -0.296875], [-0.78125, -0.25, 0.015625], [-0.28125, 1.296875, 1.0]]]
// IN 1: tensor<2x5x4xf32> = [[[-2.71875, -1.890625, -0.171875, -0.421875], [0.21875, 0.21875, 2.125, -1.109375], [-0.375, 2.046875, 0.640625, 0.65625], [-0.515625, -1.640625, 0.171875, 0.109375], [-1.234375, -0.6875, -0.078125, -0.9375]], [[-0.09375, 0.09375, 0.03125, -0.5], [0.59375, 0.890625, 0.328125, -0.8125], [0.734375, -0.5, 0.875, -1.078125], [0.921875, -0.015625, -1.25, -0.3125], [0.046875, 0.265625, -0.984375, -1.109375]]]
// OUT 0: tensor<2x3x5xf32> = [[[1.4833984, -1.666748, -2.928955, 1.8916016, 0.23046875], [-4.0773926, 1.5732422, 1.9353027, -1.8110352, -1.7197266], [-2.0412598, 0.32788086, 1.3935547, -0.7910156, -1.2573242]], [[0.24072266, 0.064941406, -1.2165527, 0.37817383, 1.2043457], [-0.63720703, -1.1867676, -1.755127, -0.23754883, -1.1875], [-0.4819336, -1.359375, -1.2717285, -0.7739258, -1.2263184]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = dlopt.matmul %a transposed, %b transposed : tensor<?x?x?xf32>, tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
