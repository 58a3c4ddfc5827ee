// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: quantize/dequantize_per_channel
// KIND: (q - zp) * scale per channel, signed and unsigned
// WHY: Zero points are subtracted in integers wide enough: -128 - 127 fits no
//   byte.
// CALL: @test
// IN 0: tensor<2x3xi8> = [[-128, 0, 127], [5, -5, 1]]
// IN 1: tensor<3xf32> = [0.5, 0.25, 2.0]
// OUT 0: tensor<2x3xf32> = [[-127.5, -31.75, 0.0], [-61.0, -33.0, -252.0]] TOL exact
// OUT 1: tensor<2x3xf32> = [[0.5, -31.75, 0.0], [-61.0, 31.0, -252.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3xi8>, %s: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %zp = arith.constant 127 : i32
  %e = tensor.empty() : tensor<2x3xf32>
  %rs = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<2x3xi8>, tensor<3xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.subi %0, %zp : i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.mulf %2, %b : f32
    linalg.yield %3 : f32
  } -> tensor<2x3xf32>
  %ru = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<2x3xi8>, tensor<3xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.subi %0, %zp : i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.mulf %2, %b : f32
    linalg.yield %3 : f32
  } -> tensor<2x3xf32>
  return %rs, %ru : tensor<2x3xf32>, tensor<2x3xf32>
}
