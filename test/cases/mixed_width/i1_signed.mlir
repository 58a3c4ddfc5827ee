// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/i1_signed
// KIND: i1 by i8 into i32, the i1 signed
// WHY: extsi of true is -1.
// CALL: @test
// IN 0: tensor<3x9xi1> = [[1, 0, 1, 0, 0, 1, 0, 0, 1], [1, 1, 0, 0, 1, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1, 0, 0, 1]]
// IN 1: tensor<9x2xi8> = [[79, 86], [-123, 22], [-49, -8], [-30, 56], [-88, 81], [-9, 121], [37, 72], [11, 88], [-47, -70]]
// OUT 0: tensor<3x2xi32> = [[26, -129], [131, -279], [144, -132]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x9xi1>, %y: tensor<9x2xi8>) -> tensor<3x2xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<3x2xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<3x2xi32>) -> tensor<3x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x9xi1>, tensor<9x2xi8>) outs(%i : tensor<3x2xi32>) {
  ^bb0(%a: i1, %b: i8, %c: i32):
    %x0 = arith.extsi %a : i1 to i32
    %x1 = arith.extsi %b : i8 to i32
    %p = arith.muli %x0, %x1 : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}
