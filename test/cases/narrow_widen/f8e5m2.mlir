// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/f8e5m2
// KIND: f32 to f8E5M2 and back, and the error
// WHY: The error of the rounding is computed: it is 0 if the pair is folded
//   away.
// CALL: @test
// IN 0: tensor<7xf32> = [1.0039062, 1.0117188, 3.1415927, -2.0078125, 0.1, 240.0, 0.0015]
// OUT 0: tensor<7xf32> = [1.0, 1.0, 3.0, -2.0, 0.09375, 256.0, 0.0014648438] TOL exact
// OUT 1: tensor<7xf32> = [0.00390625, 0.01171875, 0.14159274, -0.0078125, 0.0062500015, -16.0, 3.5156263e-05] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %n = arith.truncf %x : tensor<7xf32> to tensor<7xf8E5M2>
  %w = arith.extf %n : tensor<7xf8E5M2> to tensor<7xf32>
  %d = arith.subf %x, %w : tensor<7xf32>
  return %w, %d : tensor<7xf32>, tensor<7xf32>
}
