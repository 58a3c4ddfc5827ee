// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/f32_columns_in_parts
// KIND: sum of tensor<256x40xf32> of squares along dimension 0
// WHY: Long enough for a GPU to sum in two steps; the squares come along.
// CALL: @test
// IN 0: tensor<256x40xf32> = splat(0.5)
// OUT 0: tensor<40xf32> = splat(64.0) TOL exact
// HOW: 256 quarters; exact in any order.

func.func @test(%x: tensor<256x40xf32>) -> tensor<40xf32> {
  %0 = dlopt.map %x : (tensor<256x40xf32>) -> tensor<256x40xf32> {
  ^bb0(%a: f32):
    %1 = arith.mulf %a, %a : f32
    dlopt.yield %1 : f32
  }
  %2 = dlopt.reduce add %0 dims [0] : tensor<256x40xf32> -> tensor<40xf32>
  return %2 : tensor<40xf32>
}
