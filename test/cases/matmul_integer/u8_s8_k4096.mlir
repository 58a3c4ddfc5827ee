// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/u8_s8_k4096
// KIND: unsigned by signed int8, K = 4096
// WHY: 255 * 127 twice is 64770, beyond i16: the pairwise multiply-add of x86
//   saturates there.
// CALL: @test
// IN 0: tensor<2x4096xi8> = splat(-1)
// IN 1: tensor<4096x3xi8> = cyc(127, -128, 127)
// OUT 0: tensor<2x3xi32> = [[132648960, -133693440, 132648960], [132648960, -133693440, 132648960]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x4096xi8>, %y: tensor<4096x3xi8>) -> tensor<2x3xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<2x3xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x4096xi8>, tensor<4096x3xi8>) outs(%i : tensor<2x3xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %x0 = arith.extui %a : i8 to i32
    %x1 = arith.extsi %b : i8 to i32
    %p = arith.muli %x0, %x1 : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}
