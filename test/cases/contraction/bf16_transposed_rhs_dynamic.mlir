// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: contraction/bf16_transposed_rhs_dynamic
// KIND: bf16 factors and result, transposed right operand, dynamic
// WHY: Integers up to 256 are exact in bf16.
// CALL: @test
// IN 0: tensor<3x11xbf16> = [[-1.0, 0.0, 0.0, -1.0, 2.0, 1.0, 1.0, 0.0, 0.0, -1.0, -2.0], [2.0, -2.0, 2.0, 1.0, 1.0, -2.0, -2.0, 0.0, 2.0, -2.0, 0.0], [2.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0, -2.0, 0.0]]
// IN 1: tensor<5x11xbf16> = [[-1.0, 2.0, -1.0, 2.0, -2.0, -1.0, -2.0, 1.0, 1.0, -2.0, -2.0], [-1.0, 2.0, 1.0, -2.0, -2.0, -1.0, 2.0, 0.0, 1.0, 1.0, 1.0], [-1.0, 1.0, -2.0, -2.0, -2.0, 2.0, 2.0, -1.0, -1.0, 0.0, -1.0], [-2.0, 0.0, 0.0, 0.0, -2.0, 1.0, -2.0, 0.0, 2.0, -1.0, 1.0], [0.0, 2.0, 2.0, 0.0, 1.0, -1.0, 2.0, 1.0, 2.0, 2.0, 0.0]]
// OUT 0: tensor<3x5xbf16> = [[-2.0, -3.0, 5.0, -4.0, 1.0], [4.0, -10.0, -22.0, 2.0, -1.0], [0.0, -5.0, 1.0, -1.0, -6.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xbf16>, %y: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %iz = arith.constant 0.0 : bf16
  %cm = arith.constant 0 : index
  %cn = arith.constant 0 : index
  %m = tensor.dim %x, %cm : tensor<?x?xbf16>
  %n = tensor.dim %y, %cn : tensor<?x?xbf16>
  %ie = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %i = linalg.fill ins(%iz : bf16) outs(%ie : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%i : tensor<?x?xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.addf %c, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
