// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/both_transposed_f16
// KIND: f16 matmul, both operands transposed
// CALL: @test
// IN 0: tensor<9x4xf16> = [[3.0, 1.0, 2.0, 4.0], [-1.0, 3.0, -1.0, 1.0], [0.0, -3.0, -1.0, -3.0], [-2.0, -1.0, 4.0, -2.0], [0.0, -2.0, 0.0, 0.0], [1.0, 2.0, 4.0, 0.0], [-4.0, 2.0, 0.0, -4.0], [-1.0, -2.0, 1.0, -1.0], [-2.0, 4.0, -1.0, -2.0]]
// IN 1: tensor<5x9xf16> = [[0.0, 3.0, 4.0, -2.0, -2.0, -1.0, 2.0, -1.0, -1.0], [-3.0, 3.0, 2.0, -4.0, -4.0, 2.0, 2.0, -4.0, 0.0], [4.0, 4.0, -1.0, 3.0, -1.0, -1.0, 3.0, -1.0, 3.0], [-2.0, -3.0, -1.0, 2.0, -4.0, -4.0, 0.0, -2.0, 1.0], [3.0, -3.0, -3.0, 0.0, -3.0, -3.0, 4.0, 0.0, 4.0]]
// OUT 0: tensor<4x5xf16> = [[-5.0, -6.0, -16.0, -11.0, -15.0], [3.0, 28.0, 36.0, -2.0, 27.0], [-19.0, -23.0, 9.0, -11.0, -4.0], [-10.0, -11.0, 0.0, -12.0, -6.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<9x4xf16>, %y: tensor<5x9xf16>) -> tensor<4x5xf16> {
  %iz = arith.constant 0.0 : f16
  %ie = tensor.empty() : tensor<4x5xf16>
  %i = linalg.fill ins(%iz : f16) outs(%ie : tensor<4x5xf16>) -> tensor<4x5xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<9x4xf16>, tensor<5x9xf16>) outs(%i : tensor<4x5xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %a, %b : f16
    %s = arith.addf %c, %p : f16
    linalg.yield %s : f16
  } -> tensor<4x5xf16>
  return %r : tensor<4x5xf16>
}
