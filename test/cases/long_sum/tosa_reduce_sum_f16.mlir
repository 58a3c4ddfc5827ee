// RUN: dlopt-run --check %s --target cpu
// CASE: long_sum/tosa_reduce_sum_f16
// KIND: tosa.reduce_sum of 5000 ones in f16
// WHY: 5000 is a number of f16 but not reached by counting in f16.
// CALL: @test
// IN 0: tensor<4x5000xf16> = splat(1.0)
// OUT 0: tensor<4x1xf16> = [[5000.0], [5000.0], [5000.0], [5000.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<4x5000xf16>) -> tensor<4x1xf16> {
  %r = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<4x5000xf16>) -> tensor<4x1xf16>
  return %r : tensor<4x1xf16>
}
