// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i16_to_i64
// KIND: int16 matmul accumulated in i64
// WHY: The same in i64 is exact.
// CALL: @test
// IN 0: tensor<2x1031xi16> = cyc(32767, -32768)
// IN 1: tensor<1031x2xi16> = cyc(32767, -32768)
// OUT 0: tensor<2x2xi64> = [[1056801284, -1056833536], [-1090584061, 1090617344]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x1031xi16>, %y: tensor<1031x2xi16>) -> tensor<2x2xi64> {
  %iz = arith.constant 0 : i64
  %ie = tensor.empty() : tensor<2x2xi64>
  %i = linalg.fill ins(%iz : i64) outs(%ie : tensor<2x2xi64>) -> tensor<2x2xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x1031xi16>, tensor<1031x2xi16>) outs(%i : tensor<2x2xi64>) {
  ^bb0(%a: i16, %b: i16, %c: i64):
    %x0 = arith.extsi %a : i16 to i64
    %x1 = arith.extsi %b : i16 to i64
    %p = arith.muli %x0, %x1 : i64
    %s = arith.addi %c, %p : i64
    linalg.yield %s : i64
  } -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}
