// RUN: dlopt-run --check %s --target cpu
// CASE: ops/attention_f64
// KIND: an f64 query makes sums and softmax f64
// WHY: Nothing is rounded to f32 on the way.
// CALL: @test
// IN 0: tensor<2x2x4xf64> = [[[0.84375, 0.953125, -0.078125, 0.453125], [-0.921875, -1.015625, -0.546875, 0.578125]], [[-0.15625, -1.140625, 0.09375, 0.421875], [0.15625, -0.671875, 0.0625, -0.421875]]]
// IN 1: tensor<2x3x4xf32> = [[[-0.328125, -0.09375, 0.75, 1.828125], [1.5625, 0.625, -0.40625, -0.3125], [-0.265625, 1.15625, -2.765625, 0.25]], [[-2.0, -0.0, 1.328125, -0.90625], [-2.28125, 1.296875, 1.5, 0.5], [1.25, -0.796875, 1.171875, 1.703125]]]
// IN 2: tensor<2x3x3xf32> = [[[0.640625, 0.28125, 1.28125], [1.125, -0.75, 1.359375], [0.75, 0.15625, 1.296875]], [[0.921875, 0.75, -0.515625], [0.828125, -1.109375, -0.125], [-1.6875, -1.703125, 0.4375]]]
// OUT 0: tensor<2x2x3xf64> = [[[0.8932742970393001, -0.22089515572792218, 1.3213315997473527], [0.736022252264168, 0.12266034123591772, 1.2958046130557228]], [[-0.5524138738365277, -0.9472733691542774, 0.08551563538532703], [-0.13038571707268018, -0.5825615656207374, -0.062190726365764865]]] TOL abs=1e-14 rel=1e-13
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%q: tensor<2x2x4xf64>, %k: tensor<2x3x4xf32>, %v: tensor<2x3x3xf32>) -> (tensor<2x2x3xf64>) {
  %0 = dlopt.attention %q, %k, %v scale 0.5 : tensor<2x2x4xf64>, tensor<2x3x4xf32>, tensor<2x3x3xf32> -> tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}
