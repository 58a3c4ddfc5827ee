// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: quantize/i8_per_channel
// KIND: f32 to i8: divide, round half to even, add -3, clamp, convert
// WHY: One scale a channel: the last dimension.
// CALL: @test
// IN 0: tensor<4x3xf32> = [[1.0, 1.0, 1.0], [2.5, 2.5, 2.5], [-100.0, -100.0, -100.0], [0.75, 0.25, 1.5]]
// IN 1: tensor<3xf32> = [1.0, 0.5, 0.25]
// OUT 0: tensor<4x3xi8> = [[-2, -1, 1], [-1, 2, 7], [-103, -128, -128], [-2, -3, 3]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<4x3xf32>, %sc: tensor<3xf32>) -> tensor<4x3xi8> {
  %zp = arith.constant -3.0 : f32
  %lo = arith.constant -128.0 : f32
  %hi = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<4x3xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sc : tensor<4x3xf32>, tensor<3xf32>) outs(%e : tensor<4x3xi8>) {
  ^bb0(%a: f32, %s: f32, %o: i8):
    %0 = arith.divf %a, %s : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.addf %1, %zp : f32
    %3 = arith.maximumf %2, %lo : f32
    %4 = arith.minimumf %3, %hi : f32
    %5 = arith.fptosi %4 : f32 to i8
    linalg.yield %5 : i8
  } -> tensor<4x3xi8>
  return %r : tensor<4x3xi8>
}
