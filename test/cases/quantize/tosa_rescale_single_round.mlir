// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: quantize/tosa_rescale_single_round
// KIND: tosa.rescale of i32 to i8 by 1/2, single rounding
// WHY: Ties go up: 1 * 0.5 rounds to 1 and -1 * 0.5 to 0. Then the zero
//   point, then saturation.
// CALL: @test
// IN 0: tensor<12xi32> = [0, 1, -1, 1000, -1000, 123456, -123456, 2147483647, -2147483648, 3, -3, 5]
// OUT 0: tensor<12xi8> = [3, 4, 3, 127, -128, 127, -128, 127, -128, 5, 2, 6] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<12xi32>) -> tensor<12xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zi = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zo = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %zi, %zo {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<12xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<12xi8>
  return %r : tensor<12xi8>
}
