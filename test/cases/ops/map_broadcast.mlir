// RUN: dlopt-run --check %s --target cpu
// CASE: ops/map_broadcast
// KIND: a matrix, a row behind a dimension of one, a transposed matrix, a
//   column and a scalar tensor
// WHY: `dims` names the result dimension each input dimension runs along.
// CALL: @test
// IN 0: tensor<2x3xf32> = [[-0.0, 0.0, 1.0], [1.0, -2.0, 0.0]]
// IN 1: tensor<1x3xf32> = [[-0.0, -1.0, -0.0]]
// IN 2: tensor<3x2xf32> = [[-1.0, -1.0], [-1.0, 0.0], [4.0, -2.0]]
// IN 3: tensor<2xf32> = [1.0, -3.0]
// IN 4: tensor<f32> = 10.0
// OUT 0: tensor<2x3xf32> = [[-10.0, -9.0, -9.0], [31.0, 28.0, 30.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<?x3xf32>, %b: tensor<1x?xf32>, %t: tensor<3x?xf32>, %c: tensor<?xf32>, %s: tensor<f32>) -> tensor<?x3xf32> {
  %0 = dlopt.map %x, %b, %t, %c, %s dims [[0, 1], [-1, 1], [1, 0], [0], []]
      : (tensor<?x3xf32>, tensor<1x?xf32>, tensor<3x?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?x3xf32> {
  ^bb0(%a: f32, %e: f32, %f: f32, %g: f32, %h: f32):
    %1 = arith.mulf %e, %f : f32
    %2 = arith.addf %a, %1 : f32
    %3 = arith.mulf %g, %h : f32
    %4 = arith.subf %2, %3 : f32
    dlopt.yield %4 : f32
  }
  return %0 : tensor<?x3xf32>
}
