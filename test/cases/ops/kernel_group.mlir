// RUN: dlopt-run --check %s --target cpu
// CASE: ops/kernel_group
// KIND: a kernel of a product, a bias and a cast, with a scalar input and two
//   results
// WHY: A kernel means what its body means; an input that is yielded is handed
//   through.
// CALL: @test
// IN 0: tensor<3x4xf32> = [[-3.0, 1.0, -0.0, 1.0], [0.0, 1.0, 1.0, -0.0], [2.0, -3.0, -1.0, -2.0]]
// IN 1: tensor<4x2xf32> = [[-0.0, -1.0], [-0.0, -1.0], [-1.0, -3.0], [-0.0, 1.0]]
// IN 2: tensor<2xf32> = [-1.0, -1.0]
// IN 3: f32 = 2.0
// OUT 0: tensor<3x2xf16> = [[-2.0, 4.0], [-4.0, -1e+01], [0.0, 2.0]] TOL exact
// OUT 1: tensor<2xf32> = [-1.0, -1.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%a: tensor<?x4xf32>, %b: tensor<4x2xf32>, %c: tensor<2xf32>, %s: f32) -> (tensor<?x2xf16>, tensor<2xf32>) {
  %0:2 = dlopt.kernel %a, %b, %c, %s name "group" : (tensor<?x4xf32>, tensor<4x2xf32>, tensor<2xf32>, f32) -> (tensor<?x2xf16>, tensor<2xf32>) {
  ^bb0(%x: tensor<?x4xf32>, %y: tensor<4x2xf32>, %z: tensor<2xf32>, %f: f32):
    %1 = dlopt.matmul %x, %y : tensor<?x4xf32>, tensor<4x2xf32> -> tensor<?x2xf32>
    %2 = dlopt.map %1, %z dims [[0, 1], [1]] : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32> {
    ^bb0(%p: f32, %q: f32):
      %4 = arith.addf %p, %q : f32
      %5 = arith.mulf %4, %f : f32
      dlopt.yield %5 : f32
    }
    %3 = dlopt.cast %2 : tensor<?x2xf32> to tensor<?x2xf16>
    dlopt.yield %3, %z : tensor<?x2xf16>, tensor<2xf32>
  }
  return %0#0, %0#1 : tensor<?x2xf16>, tensor<2xf32>
}
