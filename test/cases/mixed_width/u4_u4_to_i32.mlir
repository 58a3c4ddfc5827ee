// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/u4_u4_to_i32
// KIND: unsigned i4 by unsigned i4
// WHY: -1 is 15 here; only the low four bits count.
// CALL: @test
// IN 0: tensor<3x7xi4> = [[7, -3, -6, 7, -1, -7, -8], [0, -1, -7, 1, -2, 1, -1], [-4, -4, -4, 5, 6, -2, -4]]
// IN 1: tensor<7x2xi4> = [[5, 2], [-1, 0], [5, 5], [5, -3], [-1, -3], [3, -7], [-2, -8]]
// OUT 0: tensor<3x2xi32> = [[679, 495], [698, 369], [625, 449]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x7xi4>, %y: tensor<7x2xi4>) -> tensor<3x2xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<3x2xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<3x2xi32>) -> tensor<3x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x7xi4>, tensor<7x2xi4>) outs(%i : tensor<3x2xi32>) {
  ^bb0(%a: i4, %b: i4, %c: i32):
    %x0 = arith.extui %a : i4 to i32
    %x1 = arith.extui %b : i4 to i32
    %p = arith.muli %x0, %x1 : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}
