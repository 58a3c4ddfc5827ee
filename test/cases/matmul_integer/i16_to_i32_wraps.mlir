// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i16_to_i32_wraps
// KIND: int16 matmul accumulated in i32
// WHY: 32767^2 three times is beyond i32: the sum wraps as the program says.
// CALL: @test
// IN 0: tensor<2x3xi16> = [[32767, 32767, 32767], [32767, 32767, 32767]]
// IN 1: tensor<3x2xi16> = [[32767, -32768], [32767, -32768], [32767, -32768]]
// OUT 0: tensor<2x2xi32> = [[-1073938429, 1073840128], [-1073938429, 1073840128]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x3xi16>, %y: tensor<3x2xi16>) -> tensor<2x2xi32> {
  %iz = arith.constant 0 : i32
  %ie = tensor.empty() : tensor<2x2xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x3xi16>, tensor<3x2xi16>) outs(%i : tensor<2x2xi32>) {
  ^bb0(%a: i16, %b: i16, %c: i32):
    %x0 = arith.extsi %a : i16 to i32
    %x1 = arith.extsi %b : i16 to i32
    %p = arith.muli %x0, %x1 : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
