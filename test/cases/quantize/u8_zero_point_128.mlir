// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: quantize/u8_zero_point_128
// KIND: f32 to ui8: divide, round half to even, add 128, clamp, convert
// WHY: An unsigned byte from 0 to 255 around 128.
// CALL: @test
// IN 0: tensor<16xf32> = [0.5, 1.5, 2.5, -0.5, -1.5, 126.5, 127.5, -127.5, -128.5, 1000.0, -1000.0, 0.49999997, -0.0, inf, -inf, 3.0]
// OUT 0: tensor<16xi8> = [-128, -126, -126, -128, 126, -2, -1, 0, 0, -1, 0, -128, -128, -1, 0, -125] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<16xf32>) -> tensor<16xi8> {
  %zp = arith.constant 128.0 : f32
  %lo = arith.constant 0.0 : f32
  %hi = arith.constant 255.0 : f32
  %s = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<16xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<16xf32>) outs(%e : tensor<16xi8>) {
  ^bb0(%a: f32, %o: i8):
    %0 = arith.divf %a, %s : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.addf %1, %zp : f32
    %3 = arith.maximumf %2, %lo : f32
    %4 = arith.minimumf %3, %hi : f32
    %5 = arith.fptoui %4 : f32 to i8
    linalg.yield %5 : i8
  } -> tensor<16xi8>
  return %r : tensor<16xi8>
}
