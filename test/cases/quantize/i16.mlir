// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: quantize/i16
// KIND: f32 to i16: divide, round half to even, add 0, clamp, convert
// WHY: Ties of a scale of 1/2.
// CALL: @test
// IN 0: tensor<6xf32> = [0.25, 0.75, 16383.75, -16384.25, 20000.0, -20000.0]
// OUT 0: tensor<6xi16> = [0, 2, 32767, -32768, 32767, -32768] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<6xf32>) -> tensor<6xi16> {
  %zp = arith.constant 0.0 : f32
  %lo = arith.constant -32768.0 : f32
  %hi = arith.constant 32767.0 : f32
  %s = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<6xi16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<6xf32>) outs(%e : tensor<6xi16>) {
  ^bb0(%a: f32, %o: i16):
    %0 = arith.divf %a, %s : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.addf %1, %zp : f32
    %3 = arith.maximumf %2, %lo : f32
    %4 = arith.minimumf %3, %hi : f32
    %5 = arith.fptosi %4 : f32 to i16
    linalg.yield %5 : i16
  } -> tensor<6xi16>
  return %r : tensor<6xi16>
}
