// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/named_f32_dynamic
// KIND: linalg.softmax of tensor<?x?xf32>
// WHY: The named operation means the same as its parts.
// CALL: @test
// IN 0: tensor<3x7xf32> = [[-49.023438, 0.1953125, -0.390625, -36.523438, -35.742188, -28.125, -8.203125], [-25.195312, -41.601562, -15.4296875, -33.398438, 37.890625, 45.117188, -46.09375], [19.921875, 7.2265625, 39.84375, 16.601562, 4.6875, 20.3125, -11.328125]]
// OUT 0: tensor<3x7xf32> = [[2.7060332e-22, 0.6423395, 0.35751578, 7.261296e-17, 1.586013e-16, 3.2241053e-13, 0.00014466704], [2.9063882e-31, 2.178762e-38, 5.0641977e-27, 7.957592e-35, 0.00072648755, 0.99927354, 2.43937e-40], [2.2286384e-09, 6.831805e-15, 1.0, 8.054642e-11, 5.393052e-16, 3.2937142e-09, 5.9749884e-23]] TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %e_i0 = arith.constant 0 : index
  %e_d0 = tensor.dim %x, %e_i0 : tensor<?x?xf32>
  %e_i1 = arith.constant 1 : index
  %e_d1 = tensor.dim %x, %e_i1 : tensor<?x?xf32>
  %e = tensor.empty(%e_d0, %e_d1) : tensor<?x?xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
