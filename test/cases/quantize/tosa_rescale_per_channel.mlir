// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: quantize/tosa_rescale_per_channel
// KIND: tosa.rescale per channel
// WHY: A multiplier and a shift for each of the last dimension.
// CALL: @test
// IN 0: tensor<4x3xi32> = [[2994, -1312, 321], [-1333, -2032, -2211], [69, -293, 2834], [-77, -1295, 2239]]
// OUT 0: tensor<4x3xi8> = [[94, -123, 127], [-42, -128, -128], [2, -27, 127], [-2, -121, 127]] TOL exact
// HOW: the rounding of the TOSA specification in exact integers.

func.func @test(%x: tensor<4x3xi32>) -> tensor<4x3xi8> {
  %m = "tosa.const"() <{values = dense<[1073741824, 805306368, 1073741824]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %s = "tosa.const"() <{values = dense<[35, 33, 31]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %zi = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zo = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %zi, %zo {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4x3xi8>
  return %r : tensor<4x3xi8>
}
