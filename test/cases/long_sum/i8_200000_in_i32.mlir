// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/i8_200000_in_i32
// KIND: sum of tensor<200000xi8> over [0] in i32
// WHY: 25400000 is beyond 2^24: exact in i32 only.
// CALL: @test
// IN 0: tensor<200000xi8> = splat(127)
// OUT 0: tensor<i32> = 25400000 TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<200000xi8>) -> tensor<i32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<200000xi8>) outs(%i : tensor<i32>) {
  ^bb0(%a: i8, %b: i32):
    %0 = arith.extsi %a : i8 to i32
    %s = arith.addi %0, %b : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
