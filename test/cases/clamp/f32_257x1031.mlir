// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: clamp/f32_257x1031
// KIND: clamp to [-1, 1] on a tensor larger than any block
// WHY: The vector loop and its rest must agree on NaN and zeros.
// CALL: @test
// IN 0: tensor<257x1031xf32> = cyc(nan, -0.0, 5.0, -5.0, 0.25)
// OUT 0: tensor<257x1031xf32> = cyc(nan, -0.0, 1.0, -1.0, 0.25) TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<257x1031xf32>) -> tensor<257x1031xf32> {
  %l = arith.constant dense<-1.0> : tensor<257x1031xf32>
  %h = arith.constant dense<1.0> : tensor<257x1031xf32>
  %0 = arith.maximumf %x, %l : tensor<257x1031xf32>
  %r = arith.minimumf %0, %h : tensor<257x1031xf32>
  return %r : tensor<257x1031xf32>
}
