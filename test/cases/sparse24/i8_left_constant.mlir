// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: sparse24/i8_left_constant
// KIND: i8 matmul whose constant left operand is 2:4, all six pairs and fewer
// WHY: Every place of the two nonzeros of a group occurs, as do groups with
//   one and none.
// CALL: @test
// IN 0: tensor<32x5xi8> = [[-1, 0, -4, -3, -3], [0, -3, 4, -2, 0], [-2, 1, 2, -2, 1], [1, -3, 0, 1, -4], [-2, -2, -1, 1, 1], [-2, 3, 4, 1, 2], [-1, 1, -3, -2, -1], [2, 4, -4, -1, 3], [0, 4, -3, -2, 0], [-3, 1, 1, 2, -3], [-4, 1, 4, -3, -2], [-2, 1, 0, -3, 2], [-1, -3, 0, 4, 0], [2, -2, 2, -2, 1], [-2, 3, 1, -3, -3], [3, 1, 0, -2, 4], [4, 3, 4, -4, 4], [-2, -4, 3, 2, -4], [3, 1, -3, 4, 1], [2, -1, 3, 3, 1], [-1, 4, 3, -1, 1], [-1, 4, -4, 3, 3], [-4, -1, 1, -1, -2], [-1, 0, -4, 4, 2], [-1, -2, -3, 2, 4], [4, -4, 3, 2, -4], [-3, 4, 1, 4, 1], [-3, -3, -2, 1, 2], [0, -4, 0, -2, 2], [-2, -3, -2, -4, -2], [-2, 1, -4, 3, 2], [2, -4, 1, 0, 4]]
// OUT 0: tensor<3x5xi32> = [[-34, 1, -4, -9, -31], [21, -16, 0, -8, 25], [9, 15, 7, -33, -23]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<32x5xi8>) -> tensor<3x5xi32> {
  %w = arith.constant dense<[[3, 4, 0, 0, 3, 0, -4, 0, 1, 0, 0, -4, 0, -4, 3, 0, 0, -1, 0, -2, 0, 0, 4, -1, 2, 0, 0, 0, 0, 0, 0, -2], [0, 0, 0, 2, 0, 0, 0, 0, -3, 1, 0, 0, -2, 0, -1, 0, 4, 0, 0, -4, 0, -1, -4, 0, 0, 1, 0, 3, 0, 0, 3, 2], [0, 0, 2, 3, -3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, -2, -3, 0, 0, 2, 0, -2, 0, -3, 0, 0, -1, 0, 3, -2, 0]]> : tensor<3x32xi8>
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<3x5xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<3x5xi32>) -> tensor<3x5xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %x : tensor<3x32xi8>, tensor<32x5xi8>) outs(%i : tensor<3x5xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %x0 = arith.extsi %a : i8 to i32
    %x1 = arith.extsi %b : i8 to i32
    %p = arith.muli %x0, %x1 : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x5xi32>
  return %r : tensor<3x5xi32>
}
