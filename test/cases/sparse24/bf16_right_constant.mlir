// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: sparse24/bf16_right_constant
// KIND: bf16 matmul whose constant right operand is 2:4, all six pairs and
//   fewer
// WHY: Every place of the two nonzeros of a group occurs, as do groups with
//   one and none.
// CALL: @test
// IN 0: tensor<5x16xbf16> = [[-1.0, 0.0, -2.0, 1.0, -2.0, -2.0, -1.0, 2.0, 0.0, -3.0, -4.0, -2.0, -1.0, 2.0, -2.0, 3.0], [0.0, -3.0, 1.0, -3.0, -2.0, 3.0, 1.0, 4.0, 4.0, 1.0, 1.0, 1.0, -3.0, -2.0, 3.0, 1.0], [-4.0, 4.0, 2.0, 0.0, -1.0, 4.0, -3.0, -4.0, -3.0, 1.0, 4.0, 0.0, 0.0, 2.0, 1.0, 0.0], [-3.0, -2.0, -2.0, 1.0, 1.0, 1.0, -2.0, -1.0, -2.0, 2.0, -3.0, -3.0, 4.0, -2.0, -3.0, -2.0], [-3.0, 0.0, 1.0, -4.0, 1.0, 2.0, -1.0, 3.0, 0.0, -3.0, -2.0, 2.0, 0.0, 1.0, -3.0, 4.0]]
// OUT 0: tensor<5x3xf32> = [[-5.0, 17.0, -6.0], [-10.0, 3.0, -4.0], [15.0, -17.0, 5.0], [21.0, -7.0, -13.0], [31.0, 3.0, -7.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5x16xbf16>) -> tensor<5x3xf32> {
  %w = arith.constant dense<[[-3.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.0, 3.0, 4.0], [2.0, 0.0, -1.0], [0.0, 0.0, 0.0], [-4.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 4.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0], [4.0, 0.0, 4.0], [0.0, -3.0, 0.0], [-4.0, 0.0, 0.0], [-4.0, -4.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<16x3xbf16>
  %iz = arith.constant 0.0 : f32
  %ie = tensor.empty() : tensor<5x3xf32>
  %i = linalg.fill ins(%iz : f32) outs(%ie : tensor<5x3xf32>) -> tensor<5x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<5x16xbf16>, tensor<16x3xbf16>) outs(%i : tensor<5x3xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %x0 = arith.extf %a : bf16 to f32
    %x1 = arith.extf %b : bf16 to f32
    %p = arith.mulf %x0, %x1 : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}
