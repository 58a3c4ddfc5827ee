// RUN: dlopt-run --check %s --target cpu
// CASE: ops/map_empty
// KIND: maps over nothing, and a scalar result
// WHY: Rank 0 runs once, size 0 never.
// CALL: @test
// IN 0: tensor<0x2xf32> = []
// IN 1: tensor<f32> = 3.0
// OUT 0: tensor<2x0xf32> = [[], []] TOL exact
// OUT 1: tensor<f32> = 6.0 TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<?x2xf32>, %s: tensor<f32>) -> (tensor<2x?xf32>, tensor<f32>) {
  %0 = dlopt.map %x dims [[1, 0]] : (tensor<?x2xf32>) -> tensor<2x?xf32> {
  ^bb0(%a: f32):
    dlopt.yield %a : f32
  }
  %1 = dlopt.map %s : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %2 = arith.addf %a, %a : f32
    dlopt.yield %2 : f32
  }
  return %0, %1 : tensor<2x?xf32>, tensor<f32>
}
