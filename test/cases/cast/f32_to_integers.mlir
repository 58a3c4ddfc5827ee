// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: cast/f32_to_integers
// KIND: f32 to i8, i16, i32 and i64 towards zero, and positive ones unsigned
// WHY: No rounding to nearest; -0.5 is 0.
// CALL: @test
// IN 0: tensor<12xf32> = [0.0, -0.0, 0.5, -0.5, 0.99999994, 1.5, 2.5, -2.5, 127.9, -128.9, 100.0, -1e-45]
// OUT 0: tensor<12xi8> = [0, 0, 0, 0, 0, 1, 2, -2, 127, -128, 100, 0] TOL exact
// OUT 1: tensor<12xi16> = [0, 0, 0, 0, 0, 1, 2, -2, 127, -128, 100, 0] TOL exact
// OUT 2: tensor<12xi32> = [0, 0, 0, 0, 0, 1, 2, -2, 127, -128, 100, 0] TOL exact
// OUT 3: tensor<12xi64> = [0, 0, 0, 0, 0, 1, 2, -2, 127, -128, 100, 0] TOL exact
// OUT 4: tensor<12xi32> = [0, 0, 0, 0, 0, 1, 2, 2, 127, 128, 100, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<12xf32>) -> (tensor<12xi8>, tensor<12xi16>, tensor<12xi32>, tensor<12xi64>, tensor<12xi32>) {
  %ri8 = arith.fptosi %x : tensor<12xf32> to tensor<12xi8>
  %ri16 = arith.fptosi %x : tensor<12xf32> to tensor<12xi16>
  %ri32 = arith.fptosi %x : tensor<12xf32> to tensor<12xi32>
  %ri64 = arith.fptosi %x : tensor<12xf32> to tensor<12xi64>
  %a = math.absf %x : tensor<12xf32>
  %u = arith.fptoui %a : tensor<12xf32> to tensor<12xi32>
  return %ri8, %ri16, %ri32, %ri64, %u : tensor<12xi8>, tensor<12xi16>, tensor<12xi32>, tensor<12xi64>, tensor<12xi32>
}
