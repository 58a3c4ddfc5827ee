// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/i8_in_i8_wraps
// KIND: sum of tensor<2x100xi8> over [1] in i8
// WHY: 10000 modulo 256.
// CALL: @test
// IN 0: tensor<2x100xi8> = splat(100)
// OUT 0: tensor<2xi8> = [16, 16] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x100xi8>) -> tensor<2xi8> {
  %z = arith.constant 0 : i8
  %e = tensor.empty() : tensor<2xi8>
  %i = linalg.fill ins(%z : i8) outs(%e : tensor<2xi8>) -> tensor<2xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x100xi8>) outs(%i : tensor<2xi8>) {
  ^bb0(%a: i8, %b: i8):
    %s = arith.addi %a, %b : i8
    linalg.yield %s : i8
  } -> tensor<2xi8>
  return %r : tensor<2xi8>
}
