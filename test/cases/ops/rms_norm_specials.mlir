// RUN: dlopt-run --check %s --target cpu
// CASE: ops/rms_norm_specials
// KIND: NaN, infinity, no rows and rows without elements
// WHY: inf / inf is NaN and 1 / inf is 0.
// CALL: @test
// IN 0: tensor<2x2xf32> = [[nan, 1.0], [inf, 1.0]]
// IN 1: tensor<0x2xf32> = []
// IN 2: tensor<2x0xf32> = [[], []]
// OUT 0: tensor<2x2xf32> = [[nan, nan], [nan, 0.0]] TOL exact
// OUT 1: tensor<0x2xf32> = [] TOL exact
// OUT 2: tensor<2x0xf32> = [[], []] TOL exact
// OUT 3: tensor<2x0xf32> = [[], []] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x2xf32>, %y: tensor<?x2xf32>, %z: tensor<2x?xf32>) -> (tensor<2x2xf32>, tensor<?x2xf32>, tensor<2x?xf32>, tensor<2x?xf32>) {
  %0 = dlopt.rms_norm %x axis 1 epsilon 1.0e-5 : tensor<2x2xf32> -> tensor<2x2xf32>
  %1 = dlopt.rms_norm %y axis 1 epsilon 1.0e-5 : tensor<?x2xf32> -> tensor<?x2xf32>
  %2 = dlopt.rms_norm %z axis 1 epsilon 1.0e-5 : tensor<2x?xf32> -> tensor<2x?xf32>
  %3 = dlopt.layer_norm %z axis 1 epsilon 1.0e-5 : tensor<2x?xf32> -> tensor<2x?xf32>
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<?x2xf32>, tensor<2x?xf32>, tensor<2x?xf32>
}
