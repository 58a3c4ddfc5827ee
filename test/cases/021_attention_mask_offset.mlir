// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: 021_attention_mask_offset
// KIND: attention with the additive mask (1 - m) * -1e4
// WHY: A softmax does not change when a constant is added to all scores, so
//   the mask may be taken for m * 1e4; but then the scores that count are
//   summed with 1e4 and keep three digits.
// CALL: @test
// IN 0: tensor<1x1x1xf32> = [[[1.0]]]
// IN 1: tensor<1x3x1xf32> = [[[0.0], [0.3], [0.5]]]
// IN 2: tensor<1x3x1xf32> = [[[1.0], [0.0], [7.0]]]
// IN 3: tensor<3xf32> = [1.0, 1.0, 0.0]
// OUT 0: tensor<1x1x1xf32> = [[[0.42555748]]] TOL abs=1e-7 rel=1e-6
// HOW: 1 / (1 + exp(0.3)), worked out in float64 with 0.3 rounded to f32.

func.func @test(%q: tensor<1x1x1xf32>, %k: tensor<1x3x1xf32>,
                %v: tensor<1x3x1xf32>, %m: tensor<3xf32>) -> tensor<1x1x1xf32> {
  %one = arith.constant 1.0 : f32
  %big = arith.constant -1.0e+04 : f32
  %s = dlopt.matmul %q, %k transposed : tensor<1x1x1xf32>, tensor<1x3x1xf32> -> tensor<1x1x3xf32>
  %t = dlopt.map %s, %m dims [[0, 1, 2], [2]] : (tensor<1x1x3xf32>, tensor<3xf32>) -> tensor<1x1x3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %one, %b : f32
    %1 = arith.mulf %0, %big : f32
    %2 = arith.addf %a, %1 : f32
    dlopt.yield %2 : f32
  }
  %p = dlopt.softmax %t dim 2 : tensor<1x1x3xf32> -> tensor<1x1x3xf32>
  %r = dlopt.matmul %p, %v : tensor<1x1x3xf32>, tensor<1x3x1xf32> -> tensor<1x1x1xf32>
  return %r : tensor<1x1x1xf32>
}
