// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/i8_i16_to_i64
// KIND: i8 by i16 into i64
// CALL: @test
// IN 0: tensor<3x7xi8> = [[48, 96, 11, -19, -95, 94, 4], [-58, 101, -58, -106, 109, 5, -126], [-33, 122, -57, -17, 68, 78, 35]]
// IN 1: tensor<7x2xi16> = [[15358, 2105], [-15899, -31008], [16329, -14651], [-1520, -4203], [-20770, -14924], [19817, -9307], [-28038, -15506]]
// OUT 0: tensor<3x2xi64> = [[3143175, -2476134], [-1914582, -1678117], [-4199369, -5229371]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x7xi8>, %y: tensor<7x2xi16>) -> tensor<3x2xi64> {
  %iz = arith.constant 0 : i64
  %ie = tensor.empty() : tensor<3x2xi64>
  %i = linalg.fill ins(%iz : i64) outs(%ie : tensor<3x2xi64>) -> tensor<3x2xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x7xi8>, tensor<7x2xi16>) outs(%i : tensor<3x2xi64>) {
  ^bb0(%a: i8, %b: i16, %c: i64):
    %x0 = arith.extsi %a : i8 to i64
    %x1 = arith.extsi %b : i16 to i64
    %p = arith.muli %x0, %x1 : i64
    %s = arith.addi %c, %p : i64
    linalg.yield %s : i64
  } -> tensor<3x2xi64>
  return %r : tensor<3x2xi64>
}
