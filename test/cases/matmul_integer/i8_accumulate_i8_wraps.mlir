// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i8_accumulate_i8_wraps
// KIND: int8 matmul accumulated in i8
// WHY: The program adds in i8: it wraps modulo 256, whatever width is faster.
// CALL: @test
// IN 0: tensor<3x9xi8> = [[-2, -36, -2, 117, 54, -72, 123, 22, -3], [-63, -106, 52, -69, -88, 122, 113, 120, -11], [-37, 33, 93, 92, 0, 60, 110, 59, 88]]
// IN 1: tensor<9x4xi8> = [[-119, -3, 100, -113], [-64, -15, -5, 28], [89, 93, 112, 29], [-15, 122, -120, -55], [-128, 106, -88, 118], [36, -13, -112, -28], [111, 11, -74, -40], [-21, -6, -66, -95], [72, -28, 78, 49]]
// OUT 0: tensor<3x4xi8> = [[-16, 71, 0, 100], [31, -110, 122, -69], [-17, -51, 5, -23]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x9xi8>, %y: tensor<9x4xi8>) -> tensor<3x4xi8> {
  %iz = arith.constant 0 : i8
  %ie = tensor.empty() : tensor<3x4xi8>
  %i = linalg.fill ins(%iz : i8) outs(%ie : tensor<3x4xi8>) -> tensor<3x4xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x9xi8>, tensor<9x4xi8>) outs(%i : tensor<3x4xi8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %p = arith.muli %a, %b : i8
    %s = arith.addi %c, %p : i8
    linalg.yield %s : i8
  } -> tensor<3x4xi8>
  return %r : tensor<3x4xi8>
}
