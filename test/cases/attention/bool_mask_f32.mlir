// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/bool_mask_f32
// KIND: attention written out: 2 heads over 2, 3 queries, 7 keys, f32, bool
//   mask
// WHY: A mask of keys per batch, by select.
// CALL: @test
// IN 0: tensor<2x2x3x4xf32> = [[[[-0.328125, 0.8828125, -2.0, -0.7890625], [-1.4140625, -1.6328125, -1.2578125, -0.6171875], [-0.4140625, 0.15625, -0.3203125, 0.7421875]], [[-1.1796875, 1.515625, -1.890625, 0.6796875], [-0.328125, 0.234375, -1.4375, -1.2109375], [1.203125, 1.875, -0.75, 0.765625]]], [[[1.5078125, 1.578125, -1.65625, -1.84375], [-1.3203125, 1.515625, -1.609375, -0.3125], [1.828125, 0.1328125, 0.765625, -0.734375]], [[0.7421875, 1.3359375, -1.9296875, 1.0], [1.953125, 0.9921875, -0.875, 1.15625], [-1.5859375, -0.2109375, 1.6328125, -0.828125]]]]
// IN 1: tensor<2x2x7x4xf32> = [[[[-0.2578125, -1.8984375, 0.1953125, -0.2578125], [-0.3203125, -0.6796875, -1.1796875, 0.4765625], [-0.8046875, -0.9296875, 0.484375, 0.1171875], [-1.4609375, 0.0546875, -1.265625, 1.140625], [1.4140625, -0.0234375, 1.3828125, -1.6796875], [0.0234375, -1.7421875, -0.2890625, -1.6171875], [-1.4921875, 0.390625, -1.09375, -1.5703125]], [[-1.1171875, -0.6015625, -0.125, -1.1953125], [0.5625, -0.0703125, 0.0234375, -0.453125], [1.171875, 0.3203125, -1.3515625, 0.8046875], [1.859375, 0.0, 1.5546875, -0.6328125], [0.265625, -0.2890625, -0.25, 1.109375], [0.140625, 1.8125, 0.1796875, -1.671875], [-0.53125, 1.40625, -0.375, -1.890625]]], [[[-1.0078125, -1.734375, 1.9765625, 1.8828125], [1.203125, 0.40625, 1.0625, -1.3203125], [-0.828125, 0.09375, -0.5703125, -1.8203125], [1.9296875, -0.234375, 0.015625, -0.703125], [-0.9609375, -0.453125, 1.328125, 0.9453125], [-0.484375, -1.9453125, 1.1875, -0.921875], [0.328125, -1.8984375, 0.6484375, -0.453125]], [[-0.0078125, -0.34375, -0.59375, 0.203125], [1.890625, -1.546875, -0.75, -1.8359375], [0.953125, 0.6328125, -1.140625, -0.3359375], [0.578125, 0.6484375, -1.3203125, 1.5234375], [1.109375, -1.4609375, 1.4765625, 0.9921875], [1.1953125, 0.171875, -1.1171875, 1.671875], [0.3671875, -0.6171875, -0.9453125, 1.65625]]]]
// IN 2: tensor<2x2x7x4xf32> = [[[[0.203125, 0.8359375, -0.8359375, 0.046875], [1.5703125, 1.5859375, -1.5, -1.171875], [-1.796875, -0.234375, -1.8828125, -0.171875], [0.59375, -0.8828125, 0.703125, 0.3671875], [-1.90625, 0.234375, -0.9609375, -0.3359375], [-0.8671875, 0.7734375, -0.234375, -1.375], [0.1796875, 1.125, -0.7734375, -1.109375]], [[-0.4453125, 1.7421875, 1.90625, 0.6875], [1.609375, 1.3828125, -0.484375, -1.6328125], [0.6171875, 0.234375, -0.5546875, -1.1015625], [-0.375, -0.125, -0.921875, -0.8359375], [-0.171875, 1.4453125, 0.34375, -0.8671875], [-0.890625, -0.1796875, -1.1796875, -1.1953125], [0.0546875, -1.6484375, -0.0625, -0.5546875]]], [[[0.828125, 0.984375, 0.765625, 0.7578125], [-0.5078125, 0.671875, -0.640625, 0.2890625], [-0.6953125, -0.21875, -1.75, -1.03125], [1.8828125, -1.078125, 0.765625, 0.6015625], [0.8984375, -0.1015625, 0.3828125, -1.734375], [-1.7109375, -1.203125, -1.390625, -1.6015625], [-1.484375, 0.2109375, -1.25, 1.8046875]], [[0.7265625, 0.1640625, 0.828125, -0.9453125], [1.703125, 1.359375, 0.90625, -0.078125], [1.3671875, 0.9765625, 0.640625, 1.65625], [0.53125, -0.5390625, 0.2109375, -1.2109375], [-1.234375, 0.90625, 1.140625, 1.890625], [1.40625, 0.171875, -1.640625, -0.046875], [1.7109375, 1.1484375, -0.0625, -0.1796875]]]]
// IN 3: tensor<2x7xi1> = [[1, 1, 1, 0, 1, 1, 1], [1, 0, 0, 0, 1, 1, 0]]
// OUT 0: tensor<2x2x3x4xf32> = [[[[0.18264021, 1.0859908, -0.88880646, -1.0516293], [-0.13948102, 0.88698655, -0.84343743, -0.866338], [-0.064245194, 0.83703613, -1.1831745, -0.7262407]], [[0.07300154, -0.027846217, -0.19039647, -0.8056176], [-0.057283185, -0.15055893, -0.0077837035, -0.6220361], [0.2010584, 0.18210343, -0.49405828, -1.0516717]]], [[[-0.9777767, -0.868607, -0.88268584, -1.5830894], [0.29598525, -0.2120986, 0.02886151, -1.382954], [-0.66441983, -0.5601527, -0.60171926, -1.2060596]], [[1.285122, 0.18309362, -1.3129675, -0.11747536], [1.1586553, 0.22704618, -1.2579647, 0.037646133], [-0.4519435, 0.62177473, 0.91206425, 0.84185195]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<2x2x3x4xf32>, %k: tensor<2x2x7x4xf32>, %v: tensor<2x2x7x4xf32>, %m: tensor<2x7xi1>) -> tensor<2x2x3x4xf32> {
  %ninf0 = arith.constant 0xFF800000 : f32
  %sc = arith.constant 0.5 : f32
  %si0z = arith.constant 0.0 : f32
  %si0e = tensor.empty() : tensor<2x2x3x7xf32>
  %si0 = linalg.fill ins(%si0z : f32) outs(%si0e : tensor<2x2x3x7xf32>) -> tensor<2x2x3x7xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x2x3x4xf32>, tensor<2x2x7x4xf32>) outs(%si0 : tensor<2x2x3x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x2x3x7xf32>
  %es = tensor.empty() : tensor<2x2x3x7xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x2x3x7xf32>, tensor<2x7xi1>) outs(%es : tensor<2x2x3x7xf32>) {
  ^bb0(%a: f32, %mk: i1, %o: f32):
    %0 = arith.mulf %a, %sc : f32
    %1 = arith.select %mk, %0, %ninf0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x2x3x7xf32>
  %xninf = arith.constant 0xFF800000 : f32
  %xzero = arith.constant 0.0 : f32
  %xe1 = tensor.empty() : tensor<2x2x3xf32>
  %xe2 = tensor.empty() : tensor<2x2x3x7xf32>
  %xmi = linalg.fill ins(%xninf : f32) outs(%xe1 : tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<2x2x3x7xf32>) outs(%xmi : tensor<2x2x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x2x3xf32>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<2x2x3x7xf32>, tensor<2x2x3xf32>) outs(%xe2 : tensor<2x2x3x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x2x3x7xf32>
  %xsi = linalg.fill ins(%xzero : f32) outs(%xe1 : tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<2x2x3x7xf32>) outs(%xsi : tensor<2x2x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x2x3xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<2x2x3x7xf32>, tensor<2x2x3xf32>) outs(%xe2 : tensor<2x2x3x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x2x3x7xf32>
  %oiz = arith.constant 0.0 : f32
  %oie = tensor.empty() : tensor<2x2x3x4xf32>
  %oi = linalg.fill ins(%oiz : f32) outs(%oie : tensor<2x2x3x4xf32>) -> tensor<2x2x3x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %v : tensor<2x2x3x7xf32>, tensor<2x2x7x4xf32>) outs(%oi : tensor<2x2x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x2x3x4xf32>
  return %r : tensor<2x2x3x4xf32>
}
