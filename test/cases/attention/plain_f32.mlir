// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/plain_f32
// KIND: attention written out: 2 heads over 2, 5 queries, 7 keys, f32
// WHY: Two products, a scale and a softmax; recognised or not, the numbers
//   are these.
// CALL: @test
// IN 0: tensor<1x2x5x3xf32> = [[[[-0.328125, 0.8828125, -2.0], [-0.7890625, -1.4140625, -1.6328125], [-1.2578125, -0.6171875, -0.4140625], [0.15625, -0.3203125, 0.7421875], [-1.1796875, 1.515625, -1.890625]], [[0.6796875, -0.328125, 0.234375], [-1.4375, -1.2109375, 1.203125], [1.875, -0.75, 0.765625], [1.5078125, 1.578125, -1.65625], [-1.84375, -1.3203125, 1.515625]]]]
// IN 1: tensor<1x2x7x3xf32> = [[[[-0.2578125, -1.8984375, 0.1953125], [-0.2578125, -0.3203125, -0.6796875], [-1.1796875, 0.4765625, -0.8046875], [-0.9296875, 0.484375, 0.1171875], [-1.4609375, 0.0546875, -1.265625], [1.140625, 1.4140625, -0.0234375], [1.3828125, -1.6796875, 0.0234375]], [[-1.7421875, -0.2890625, -1.6171875], [-1.4921875, 0.390625, -1.09375], [-1.5703125, -1.1171875, -0.6015625], [-0.125, -1.1953125, 0.5625], [-0.0703125, 0.0234375, -0.453125], [1.171875, 0.3203125, -1.3515625], [0.8046875, 1.859375, 0.0]]]]
// IN 2: tensor<1x2x7x3xf32> = [[[[0.203125, 0.8359375, -0.8359375], [0.046875, 1.5703125, 1.5859375], [-1.5, -1.171875, -1.796875], [-0.234375, -1.8828125, -0.171875], [0.59375, -0.8828125, 0.703125], [0.3671875, -1.90625, 0.234375], [-0.9609375, -0.3359375, -0.8671875]], [[0.7734375, -0.234375, -1.375], [0.1796875, 1.125, -0.7734375], [-1.109375, -0.4453125, 1.7421875], [1.90625, 0.6875, 1.609375], [1.3828125, -0.484375, -1.6328125], [0.6171875, 0.234375, -0.5546875], [-1.1015625, -0.375, -0.125]]]]
// OUT 0: tensor<1x2x5x3xf32> = [[[[-0.16455036, -0.7816291, -0.03133775], [-0.093832836, -0.17643791, -0.091078825], [-0.15259108, -0.43651783, -0.1504816], [-0.23947714, -0.3919022, -0.28410378], [-0.21533193, -0.92517036, -0.14355555]], [[0.5118568, 0.08082938, -0.032141287], [0.33248442, 0.07534105, 0.70636284], [0.70201194, 0.13910322, 0.12424245], [0.004226121, -0.015533947, -0.46271348], [0.25952637, 0.058300115, 0.82556105]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<1x2x5x3xf32>, %k: tensor<1x2x7x3xf32>, %v: tensor<1x2x7x3xf32>) -> tensor<1x2x5x3xf32> {
  %ninf0 = arith.constant 0xFF800000 : f32
  %sc = arith.constant 0.5 : f32
  %si0z = arith.constant 0.0 : f32
  %si0e = tensor.empty() : tensor<1x2x5x7xf32>
  %si0 = linalg.fill ins(%si0z : f32) outs(%si0e : tensor<1x2x5x7xf32>) -> tensor<1x2x5x7xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<1x2x5x3xf32>, tensor<1x2x7x3xf32>) outs(%si0 : tensor<1x2x5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x5x7xf32>
  %es = tensor.empty() : tensor<1x2x5x7xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<1x2x5x7xf32>) outs(%es : tensor<1x2x5x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %sc : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x5x7xf32>
  %xninf = arith.constant 0xFF800000 : f32
  %xzero = arith.constant 0.0 : f32
  %xe1 = tensor.empty() : tensor<1x2x5xf32>
  %xe2 = tensor.empty() : tensor<1x2x5x7xf32>
  %xmi = linalg.fill ins(%xninf : f32) outs(%xe1 : tensor<1x2x5xf32>) -> tensor<1x2x5xf32>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<1x2x5x7xf32>) outs(%xmi : tensor<1x2x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x5xf32>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<1x2x5x7xf32>, tensor<1x2x5xf32>) outs(%xe2 : tensor<1x2x5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x5x7xf32>
  %xsi = linalg.fill ins(%xzero : f32) outs(%xe1 : tensor<1x2x5xf32>) -> tensor<1x2x5xf32>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<1x2x5x7xf32>) outs(%xsi : tensor<1x2x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x5xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<1x2x5x7xf32>, tensor<1x2x5xf32>) outs(%xe2 : tensor<1x2x5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x5x7xf32>
  %oiz = arith.constant 0.0 : f32
  %oie = tensor.empty() : tensor<1x2x5x3xf32>
  %oi = linalg.fill ins(%oiz : f32) outs(%oie : tensor<1x2x5x3xf32>) -> tensor<1x2x5x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %v : tensor<1x2x5x7xf32>, tensor<1x2x7x3xf32>) outs(%oi : tensor<1x2x5x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x5x3xf32>
  return %r : tensor<1x2x5x3xf32>
}
