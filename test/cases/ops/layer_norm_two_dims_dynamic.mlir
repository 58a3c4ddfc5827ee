// RUN: dlopt-run --check %s --target cpu
// CASE: ops/layer_norm_two_dims_dynamic
// KIND: the last two dimensions, dynamic, scale and bias of other types
// WHY: Squares are taken in f32; the mean divides by the product of both
//   sizes.
// CALL: @test
// IN 0: tensor<2x3x4xf16> = [[[-8.84, 16.02, -7.438, -101.75], [86.6, 72.06, 129.0, 138.5], [-134.4, 128.5, 129.8, -53.22]], [[103.75, 146.9, -53.88, -137.9], [-35.94, 279.2, 23.62, -121.44], [-25.3, -99.4, -39.94, 9.516]]]
// IN 1: tensor<3x4xf32> = [[-2.5625, 0.359375, 1.421875, -0.203125], [-0.375, 1.09375, -1.265625, -1.25], [-1.390625, -0.15625, 0.390625, -0.09375]]
// IN 2: tensor<3x4xbf16> = [[0.547, 0.83, 0.5, -0.812], [-0.266, 1.25, -1.05, -0.25], [-0.422, -0.1875, -1.08, -1.34]]
// OUT 0: tensor<2x3x4xf16> = [[[1.716, 0.7617, -0.1267, -0.5137], [-0.4858, 1.718, -2.375, -1.692], [2.12, -0.3508, -0.6646, -1.256]], [[-1.659, 1.271, -0.2122, -0.5635], [-0.1359, 3.85, -1.261, 1.105], [-0.06866, -0.04782, -1.227, -1.348]]] TOL abs=2e-3 rel=2e-3
// OUT 1: tensor<2x3x4xf32> = [[[1.1688764, -0.06631046, -0.6267358, 0.2988589], [-0.22012919, 0.46800596, -1.3289442, -1.442292], [2.5417688, -0.16321354, 0.41336915, 0.08822054]], [[-2.2055998, 0.4431946, -0.7121442, 0.24912138], [0.12971395, 2.5995126, -0.21338333, 1.35557], [0.35320452, 0.13966864, -0.14861563, -0.0043801763]]] TOL abs=1e-5 rel=1e-5
// OUT 2: tensor<2x3x4xf32> = [[[0.09072809, 0.6436089, 0.059218753, -2.2838054], [0.3213862, 1.6778911, 0.0031549612, 0.90383357], [-2.2496638, 0.85706663, -0.019900016, -2.284769]], [[1.4075968, 2.0613623, -0.0008486491, -2.0389438], [-0.6115289, 3.6266973, -0.8782758, -1.334456], [-0.67586476, -1.0813793, -1.458581, -1.2970281]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<?x?x?xf16>, %s: tensor<?x?xf32>, %b: tensor<3x?xbf16>) -> (tensor<?x?x?xf16>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
  %0 = dlopt.layer_norm %x scale %s bias %b axis 1 epsilon 1.0e-5 : tensor<?x?x?xf16>, tensor<?x?xf32>, tensor<3x?xbf16> -> tensor<?x?x?xf16>
  %1 = dlopt.layer_norm %x scale %s axis 1 epsilon 1.0e-5 : tensor<?x?x?xf16>, tensor<?x?xf32> -> tensor<?x?x?xf32>
  %2 = dlopt.layer_norm %x bias %b axis 1 epsilon 1.0e-5 : tensor<?x?x?xf16>, tensor<3x?xbf16> -> tensor<?x?x?xf32>
  return %0, %1, %2 : tensor<?x?x?xf16>, tensor<?x?x?xf32>, tensor<?x?x?xf32>
}
