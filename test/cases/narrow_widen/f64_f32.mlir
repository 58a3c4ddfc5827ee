// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/f64_f32
// KIND: f64 to f32 and back
// WHY: 1e300 becomes inf, 1e-300 becomes 0.
// CALL: @test
// IN 0: tensor<5xf64> = [0.1, 1e+300, -1e-300, 0.3333333333333333, 16777217.0]
// OUT 0: tensor<5xf64> = [0.10000000149011612, inf, -0.0, 0.3333333432674408, 16777216.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5xf64>) -> tensor<5xf64> {
  %n = arith.truncf %x : tensor<5xf64> to tensor<5xf32>
  %s = arith.extf %n : tensor<5xf32> to tensor<5xf64>
  return %s : tensor<5xf64>
}
