// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/causal_f32
// KIND: attention written out: 2 heads over 2, 5 queries, 5 keys, f32, causal
// WHY: Later keys take no part.
// CALL: @test
// IN 0: tensor<1x2x5x4xf32> = [[[[-0.328125, 0.8828125, -2.0, -0.7890625], [-1.4140625, -1.6328125, -1.2578125, -0.6171875], [-0.4140625, 0.15625, -0.3203125, 0.7421875], [-1.1796875, 1.515625, -1.890625, 0.6796875], [-0.328125, 0.234375, -1.4375, -1.2109375]], [[1.203125, 1.875, -0.75, 0.765625], [1.5078125, 1.578125, -1.65625, -1.84375], [-1.3203125, 1.515625, -1.609375, -0.3125], [1.828125, 0.1328125, 0.765625, -0.734375], [0.7421875, 1.3359375, -1.9296875, 1.0]]]]
// IN 1: tensor<1x2x5x4xf32> = [[[[-0.2578125, -1.8984375, 0.1953125, -0.2578125], [-0.3203125, -0.6796875, -1.1796875, 0.4765625], [-0.8046875, -0.9296875, 0.484375, 0.1171875], [-1.4609375, 0.0546875, -1.265625, 1.140625], [1.4140625, -0.0234375, 1.3828125, -1.6796875]], [[0.0234375, -1.7421875, -0.2890625, -1.6171875], [-1.4921875, 0.390625, -1.09375, -1.5703125], [-1.1171875, -0.6015625, -0.125, -1.1953125], [0.5625, -0.0703125, 0.0234375, -0.453125], [1.171875, 0.3203125, -1.3515625, 0.8046875]]]]
// IN 2: tensor<1x2x5x4xf32> = [[[[0.203125, 0.8359375, -0.8359375, 0.046875], [1.5703125, 1.5859375, -1.5, -1.171875], [-1.796875, -0.234375, -1.8828125, -0.171875], [0.59375, -0.8828125, 0.703125, 0.3671875], [-1.90625, 0.234375, -0.9609375, -0.3359375]], [[-0.8671875, 0.7734375, -0.234375, -1.375], [0.1796875, 1.125, -0.7734375, -1.109375], [-0.4453125, 1.7421875, 1.90625, 0.6875], [1.609375, 1.3828125, -0.484375, -1.6328125], [0.6171875, 0.234375, -0.5546875, -1.1015625]]]]
// OUT 0: tensor<1x2x5x4xf32> = [[[[0.203125, 0.8359375, -0.8359375, 0.046875], [0.780707, 1.1527824, -1.1164774, -0.4679981], [0.16515505, 0.82367927, -1.4622446, -0.55869347], [0.6715929, -0.4208693, 0.22240402, 0.08490514], [0.18481196, 0.3619044, -0.7445457, -0.31259546]], [[-0.8671875, 0.7734375, -0.234375, -1.375], [-0.06951123, 1.0413139, -0.6451188, -1.1726046], [0.06295696, 1.195736, -0.39991844, -0.87906975], [0.40678266, 1.1971147, -0.1329645, -1.2287607], [0.610568, 0.42334357, -0.5093117, -1.1057792]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<1x2x5x4xf32>, %k: tensor<1x2x5x4xf32>, %v: tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32> {
  %ninf0 = arith.constant 0xFF800000 : f32
  %sc = arith.constant 0.5 : f32
  %si0z = arith.constant 0.0 : f32
  %si0e = tensor.empty() : tensor<1x2x5x5xf32>
  %si0 = linalg.fill ins(%si0z : f32) outs(%si0e : tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) outs(%si0 : tensor<1x2x5x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x5x5xf32>
  %es = tensor.empty() : tensor<1x2x5x5xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<1x2x5x5xf32>) outs(%es : tensor<1x2x5x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %sc : f32
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %o0 = arith.constant 0 : index
    %i1 = arith.addi %i, %o0 : index
    %c = arith.cmpi ule, %j, %i1 : index
    %w = arith.select %c, %0, %ninf0 : f32
    linalg.yield %w : f32
  } -> tensor<1x2x5x5xf32>
  %xninf = arith.constant 0xFF800000 : f32
  %xzero = arith.constant 0.0 : f32
  %xe1 = tensor.empty() : tensor<1x2x5xf32>
  %xe2 = tensor.empty() : tensor<1x2x5x5xf32>
  %xmi = linalg.fill ins(%xninf : f32) outs(%xe1 : tensor<1x2x5xf32>) -> tensor<1x2x5xf32>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<1x2x5x5xf32>) outs(%xmi : tensor<1x2x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x5xf32>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<1x2x5x5xf32>, tensor<1x2x5xf32>) outs(%xe2 : tensor<1x2x5x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x5x5xf32>
  %xsi = linalg.fill ins(%xzero : f32) outs(%xe1 : tensor<1x2x5xf32>) -> tensor<1x2x5xf32>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<1x2x5x5xf32>) outs(%xsi : tensor<1x2x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x5xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<1x2x5x5xf32>, tensor<1x2x5xf32>) outs(%xe2 : tensor<1x2x5x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x5x5xf32>
  %oiz = arith.constant 0.0 : f32
  %oie = tensor.empty() : tensor<1x2x5x4xf32>
  %oi = linalg.fill ins(%oiz : f32) outs(%oie : tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %v : tensor<1x2x5x5xf32>, tensor<1x2x5x4xf32>) outs(%oi : tensor<1x2x5x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x5x4xf32>
  return %r : tensor<1x2x5x4xf32>
}
