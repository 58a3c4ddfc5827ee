// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/f16_bf16_to_f32
// KIND: f16 by bf16 into f32
// WHY: Two narrow types with different ranges.
// CALL: @test
// IN 0: tensor<3x7xf16> = [[-1.0, -4.0, 3.0, 1.0, -1.0, 0.0, -3.0], [1.0, -4.0, 2.0, 0.0, 0.0, -2.0, -4.0], [-1.0, -1.0, 0.0, 4.0, -3.0, -3.0, 2.0]]
// IN 1: tensor<7x2xbf16> = [[-3.802951800684688e+30, 3.802951800684688e+30], [1.2676506002282294e+30, -5.070602400912918e+30], [-1.2676506002282294e+30, -5.070602400912918e+30], [-1.2676506002282294e+30, 3.802951800684688e+30], [-5.070602400912918e+30, 0.0], [1.2676506002282294e+30, -2.535301200456459e+30], [2.535301200456459e+30, -3.802951800684688e+30]]
// OUT 0: tensor<3x2xf32> = [[-8.873554e+30, 1.6479458e+31], [-2.4085361e+31, 3.4226566e+31], [1.3944157e+31, 1.6479458e+31]] TOL rel=1e-6
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x7xf16>, %y: tensor<7x2xbf16>) -> tensor<3x2xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<3x2xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x7xf16>, tensor<7x2xbf16>) outs(%i : tensor<3x2xf32>) {
  ^bb0(%a: f16, %b: bf16, %c: f32):
    %x0 = arith.extf %a : f16 to f32
    %x1 = arith.extf %b : bf16 to f32
    %p = arith.mulf %x0, %x1 : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
