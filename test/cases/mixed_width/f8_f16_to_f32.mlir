// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/f8_f16_to_f32
// KIND: f8E4M3FN by f16 into f32
// CALL: @test
// IN 0: tensor<3x17xf8E4M3FN> = [[5.0, -7.0, -2.0, 2.0, 7.0, -5.0, 0.0, -6.0, -7.0, 2.0, 0.0, 4.0, -6.0, 0.0, -5.0, 4.0, -8.0], [-5.0, 7.0, 2.0, -4.0, -8.0, 3.0, 5.0, -2.0, 7.0, 2.0, -1.0, -8.0, 2.0, -6.0, -3.0, 0.0, -1.0], [1.0, 8.0, -1.0, -8.0, 6.0, 3.0, -8.0, 0.0, 1.0, 3.0, -1.0, -3.0, -7.0, 7.0, 6.0, -2.0, -2.0]]
// IN 1: tensor<17x5xf16> = [[-5.0, -6.0, 8.0, 7.0, -6.0], [2.0, -7.0, -3.0, 5.0, 7.0], [4.0, 8.0, 2.0, 7.0, -4.0], [-6.0, 2.0, -3.0, 6.0, 0.0], [-6.0, 5.0, -2.0, -5.0, -6.0], [7.0, 5.0, 6.0, 7.0, 1.0], [-2.0, 2.0, -8.0, -6.0, -6.0], [1.0, 7.0, 0.0, -4.0, -4.0], [8.0, 1.0, 2.0, -1.0, -5.0], [-1.0, 5.0, 3.0, 1.0, 4.0], [5.0, -3.0, -6.0, 2.0, 0.0], [-8.0, 3.0, 3.0, -5.0, 4.0], [0.0, -4.0, -2.0, 4.0, 6.0], [5.0, 4.0, 2.0, 0.0, 7.0], [5.0, -4.0, -3.0, -3.0, -1.0], [2.0, 0.0, 7.0, -5.0, -6.0], [1.0, 1.0, 6.0, 1.0, 5.0]]
// OUT 0: tensor<3x5xf32> = [[-257.0, 26.0, 18.0, -96.0, -130.0], [195.0, -65.0, -62.0, 78.0, 9.0], [139.0, -17.0, 68.0, 8.0, 67.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x17xf8E4M3FN>, %y: tensor<17x5xf16>) -> tensor<3x5xf32> {
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<3x5xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x17xf8E4M3FN>, tensor<17x5xf16>) outs(%i : tensor<3x5xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f16, %c: f32):
    %x0 = arith.extf %a : f8E4M3FN to f32
    %x1 = arith.extf %b : f16 to f32
    %p = arith.mulf %x0, %x1 : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}
