// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: quantize/tosa_rescale_double_round
// KIND: tosa.rescale of i32 to i8 by 1/8, double rounding
// WHY: The second rounding constant depends on the sign of the value, so that
//   ties go away from zero.
// CALL: @test
// IN 0: tensor<24xi32> = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, 8, 9, -8, -9, -10, 10, 506, 510, -510, -514]
// OUT 0: tensor<24xi8> = [0, 0, 0, 0, 0, 1, 0, 1, -1, 1, -1, 1, -1, 1, 1, 1, -1, -1, -1, 1, 63, 64, -64, -64] TOL exact
// HOW: the rounding of the TOSA specification in exact integers.

func.func @test(%x: tensor<24xi32>) -> tensor<24xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zi = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zo = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %zi, %zo {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<24xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<24xi8>
  return %r : tensor<24xi8>
}
