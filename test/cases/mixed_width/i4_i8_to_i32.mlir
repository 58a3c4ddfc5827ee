// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/i4_i8_to_i32
// KIND: i4 by i8 into i32
// WHY: Four-bit elements lie one a byte and are sign extended.
// CALL: @test
// IN 0: tensor<3x7xi4> = [[-3, 4, 3, 5, -1, -2, 4], [-1, -8, -3, 2, 3, 3, 2], [-5, -5, -7, -5, -7, -3, -7]]
// IN 1: tensor<7x2xi8> = [[-103, -99], [-11, 37], [123, 61], [22, 116], [-65, -1], [-80, -40], [58, 12]]
// OUT 0: tensor<3x2xi32> = [[1201, 1337], [-453, -247], [-112, -654]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x7xi4>, %y: tensor<7x2xi8>) -> tensor<3x2xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<3x2xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<3x2xi32>) -> tensor<3x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x7xi4>, tensor<7x2xi8>) outs(%i : tensor<3x2xi32>) {
  ^bb0(%a: i4, %b: i8, %c: i32):
    %x0 = arith.extsi %a : i4 to i32
    %x1 = arith.extsi %b : i8 to i32
    %p = arith.muli %x0, %x1 : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}
