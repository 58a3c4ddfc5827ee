// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/between_fused_operations
// KIND: (x + 1) rounded to bf16, widened, times 3
// WHY: The pair lies between operations that fuse into one loop.
// CALL: @test
// IN 0: tensor<9xf32> = [1.0039062, 1.0117188, 3.1415927, -2.0078125, 0.1, 1e-08, 70000.0, 448.0, -0.3]
// OUT 0: tensor<9xf32> = [6.0, 6.046875, 12.46875, -3.0234375, 3.3046875, 3.0, 210432.0, 1344.0, 2.0976562] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<9xf32>) -> tensor<9xf32> {
  %one = arith.constant dense<1.0> : tensor<9xf32>
  %three = arith.constant dense<3.0> : tensor<9xf32>
  %0 = arith.addf %x, %one : tensor<9xf32>
  %1 = arith.truncf %0 : tensor<9xf32> to tensor<9xbf16>
  %2 = arith.extf %1 : tensor<9xbf16> to tensor<9xf32>
  %3 = arith.mulf %2, %three : tensor<9xf32>
  return %3 : tensor<9xf32>
}
