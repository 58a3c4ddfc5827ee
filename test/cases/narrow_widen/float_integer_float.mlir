// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/float_integer_float
// KIND: f32 to i32 and back
// WHY: Truncation to an integer is no identity, and -0.0 comes back as 0.
// CALL: @test
// IN 0: tensor<5xf32> = [1.7, -1.7, 0.5, 16777216.0, -0.0]
// OUT 0: tensor<5xf32> = [1.0, -1.0, 0.0, 16777216.0, 0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5xf32>) -> tensor<5xf32> {
  %n = arith.fptosi %x : tensor<5xf32> to tensor<5xi32>
  %s = arith.sitofp %n : tensor<5xi32> to tensor<5xf32>
  return %s : tensor<5xf32>
}
