// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i8_transposed_lhs_dynamic
// KIND: int8 matmul with a transposed left operand, dynamic
// WHY: Sizes are known at run time only.
// CALL: @test
// IN 0: tensor<17x3xi8> = [[47, 68, -103], [118, -61, 83], [23, -25, -36], [57, 14, -105], [-56, -39, -18], [-86, 90, 8], [39, 102, -60], [48, -1, 7], [44, -128, -53], [-73, 122, -122], [-109, 60, -84], [63, -59, -72], [24, 55, 53], [-16, 123, 61], [64, -94, -72], [73, 78, -90], [-124, 110, 9]]
// IN 1: tensor<17x5xi8> = [[67, -44, 113, -23, 5], [90, 8, -45, -24, 63], [-80, -19, -43, -68, 49], [-13, 74, 27, -20, -115], [9, -67, 15, -35, -30], [-69, -110, -114, -26, -35], [56, -119, -77, 68, 53], [-75, -57, -69, 42, -23], [26, -62, -26, -119, 101], [-3, 110, -47, -21, -113], [92, -37, 107, -65, -42], [-97, -108, 45, -107, 72], [92, -100, 95, -81, 10], [-64, 7, 45, -126, 38], [71, 95, -92, -5, -8], [89, 60, -26, -37, 68], [-91, -21, 66, 82, -90]]
// OUT 0: tensor<3x5xi32> = [[25983, 5515, -17751, -14229, 44945], [-4895, -7028, 19251, 8973, -34991], [-14510, -11375, -1484, 16043, 15215]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xi8>, %y: tensor<?x?xi8>) -> tensor<?x?xi32> {
  %iz = arith.constant 0 : i32
  %cm = arith.constant 1 : index
  %cn = arith.constant 1 : index
  %m = tensor.dim %x, %cm : tensor<?x?xi8>
  %n = tensor.dim %y, %cn : tensor<?x?xi8>
  %ie = tensor.empty(%m, %n) : tensor<?x?xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<?x?xi32>) -> tensor<?x?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<?x?xi8>, tensor<?x?xi8>) outs(%i : tensor<?x?xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %x0 = arith.extsi %a : i8 to i32
    %x1 = arith.extsi %b : i8 to i32
    %p = arith.muli %x0, %x1 : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
