// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/f16_then_bf16
// KIND: f32 to f16 to f32 to bf16 to f32
// WHY: Two roundings, and the order counts: not one to the narrower.
// CALL: @test
// IN 0: tensor<9xf32> = [1.0039062, 1.0117188, 3.1415927, -2.0078125, 0.1, 1e-08, 70000.0, 448.0, -0.3]
// OUT 0: tensor<9xf32> = [1.0, 1.015625, 3.140625, -2.0, 0.100097656, 0.0, inf, 448.0, -0.30078125] TOL exact
// OUT 1: tensor<9xf32> = [1.0, 1.015625, 3.140625, -2.0, 0.100097656, 0.0, inf, 448.0, -0.30078125] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %0 = arith.truncf %x : tensor<9xf32> to tensor<9xf16>
  %1 = arith.extf %0 : tensor<9xf16> to tensor<9xf32>
  %2 = arith.truncf %1 : tensor<9xf32> to tensor<9xbf16>
  %3 = arith.extf %2 : tensor<9xbf16> to tensor<9xf32>
  %4 = arith.truncf %x : tensor<9xf32> to tensor<9xbf16>
  %5 = arith.extf %4 : tensor<9xbf16> to tensor<9xf32>
  %6 = arith.truncf %5 : tensor<9xf32> to tensor<9xf16>
  %7 = arith.extf %6 : tensor<9xf16> to tensor<9xf32>
  return %3, %7 : tensor<9xf32>, tensor<9xf32>
}
