// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/i32_product_wraps
// KIND: product of tensor<40xi32> over [0] in i32
// WHY: 3^40 modulo 2^32.
// CALL: @test
// IN 0: tensor<40xi32> = splat(3)
// OUT 0: tensor<i32> = 689956897 TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<40xi32>) -> tensor<i32> {
  %z = arith.constant 1 : i32
  %e = tensor.empty() : tensor<i32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<40xi32>) outs(%i : tensor<i32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.muli %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
