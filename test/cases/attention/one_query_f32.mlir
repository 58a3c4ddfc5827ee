// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/one_query_f32
// KIND: attention written out: 2 heads over 1, 1 queries, 17 keys, f32
// WHY: Decoding: one query against 17 keys.
// CALL: @test
// IN 0: tensor<1x2x1x8xf32> = [[[[-0.328125, 0.8828125, -2.0, -0.7890625, -1.4140625, -1.6328125, -1.2578125, -0.6171875]], [[-0.4140625, 0.15625, -0.3203125, 0.7421875, -1.1796875, 1.515625, -1.890625, 0.6796875]]]]
// IN 1: tensor<1x1x17x8xf32> = [[[[-0.2578125, -1.8984375, 0.1953125, -0.2578125, -0.3203125, -0.6796875, -1.1796875, 0.4765625], [-0.8046875, -0.9296875, 0.484375, 0.1171875, -1.4609375, 0.0546875, -1.265625, 1.140625], [1.4140625, -0.0234375, 1.3828125, -1.6796875, 0.0234375, -1.7421875, -0.2890625, -1.6171875], [-1.4921875, 0.390625, -1.09375, -1.5703125, -1.1171875, -0.6015625, -0.125, -1.1953125], [0.5625, -0.0703125, 0.0234375, -0.453125, 1.171875, 0.3203125, -1.3515625, 0.8046875], [1.859375, 0.0, 1.5546875, -0.6328125, 0.265625, -0.2890625, -0.25, 1.109375], [0.140625, 1.8125, 0.1796875, -1.671875, -0.53125, 1.40625, -0.375, -1.890625], [-1.0078125, -1.734375, 1.9765625, 1.8828125, 1.203125, 0.40625, 1.0625, -1.3203125], [-0.828125, 0.09375, -0.5703125, -1.8203125, 1.9296875, -0.234375, 0.015625, -0.703125], [-0.9609375, -0.453125, 1.328125, 0.9453125, -0.484375, -1.9453125, 1.1875, -0.921875], [0.328125, -1.8984375, 0.6484375, -0.453125, -0.0078125, -0.34375, -0.59375, 0.203125], [1.890625, -1.546875, -0.75, -1.8359375, 0.953125, 0.6328125, -1.140625, -0.3359375], [0.578125, 0.6484375, -1.3203125, 1.5234375, 1.109375, -1.4609375, 1.4765625, 0.9921875], [1.1953125, 0.171875, -1.1171875, 1.671875, 0.3671875, -0.6171875, -0.9453125, 1.65625], [-0.3203125, 0.1640625, 0.4375, 1.3046875, 0.4921875, -1.296875, 0.3671875, -0.0390625], [0.1953125, 0.796875, -1.015625, -1.25, -1.5546875, -0.90625, -1.9609375, 0.515625], [-0.8203125, -1.25, -1.6171875, -0.8671875, -1.140625, -0.859375, -0.1171875, 0.1953125]]]]
// IN 2: tensor<1x1x17x8xf32> = [[[[0.203125, 0.8359375, -0.8359375, 0.046875, 1.5703125, 1.5859375, -1.5, -1.171875], [-1.796875, -0.234375, -1.8828125, -0.171875, 0.59375, -0.8828125, 0.703125, 0.3671875], [-1.90625, 0.234375, -0.9609375, -0.3359375, -0.8671875, 0.7734375, -0.234375, -1.375], [0.1796875, 1.125, -0.7734375, -1.109375, -0.4453125, 1.7421875, 1.90625, 0.6875], [1.609375, 1.3828125, -0.484375, -1.6328125, 0.6171875, 0.234375, -0.5546875, -1.1015625], [-0.375, -0.125, -0.921875, -0.8359375, -0.171875, 1.4453125, 0.34375, -0.8671875], [-0.890625, -0.1796875, -1.1796875, -1.1953125, 0.0546875, -1.6484375, -0.0625, -0.5546875], [0.828125, 0.984375, 0.765625, 0.7578125, -0.5078125, 0.671875, -0.640625, 0.2890625], [-0.6953125, -0.21875, -1.75, -1.03125, 1.8828125, -1.078125, 0.765625, 0.6015625], [0.8984375, -0.1015625, 0.3828125, -1.734375, -1.7109375, -1.203125, -1.390625, -1.6015625], [-1.484375, 0.2109375, -1.25, 1.8046875, 0.7265625, 0.1640625, 0.828125, -0.9453125], [1.703125, 1.359375, 0.90625, -0.078125, 1.3671875, 0.9765625, 0.640625, 1.65625], [0.53125, -0.5390625, 0.2109375, -1.2109375, -1.234375, 0.90625, 1.140625, 1.890625], [1.40625, 0.171875, -1.640625, -0.046875, 1.7109375, 1.1484375, -0.0625, -0.1796875], [-1.125, -1.2890625, -1.703125, 1.5703125, 0.5625, -1.4296875, -0.34375, -1.8046875], [-1.1640625, 0.921875, 0.6015625, -0.0859375, -0.8984375, 0.609375, 1.828125, -0.2578125], [-1.71875, -1.765625, -1.671875, 1.8359375, 0.1640625, 1.3515625, -1.3203125, -0.9609375]]]]
// OUT 0: tensor<1x2x1x8xf32> = [[[[-0.8387835, 0.6085107, -0.1111514, -0.16098711, -0.55859, 0.88854426, 1.3422712, -0.119947195]], [[-0.7338382, 0.24533255, -0.993794, -0.17119129, 0.3913764, 0.08349009, 0.533995, -0.13351084]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<1x2x1x8xf32>, %k: tensor<1x1x17x8xf32>, %v: tensor<1x1x17x8xf32>) -> tensor<1x2x1x8xf32> {
  %kb_e = tensor.empty() : tensor<1x1x2x17x8xf32>
  %kb = linalg.broadcast ins(%k : tensor<1x1x17x8xf32>) outs(%kb_e : tensor<1x1x2x17x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kb [[0], [1, 2], [3], [4]] : tensor<1x1x2x17x8xf32> into tensor<1x2x17x8xf32>
  %vb_e = tensor.empty() : tensor<1x1x2x17x8xf32>
  %vb = linalg.broadcast ins(%v : tensor<1x1x17x8xf32>) outs(%vb_e : tensor<1x1x2x17x8xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vb [[0], [1, 2], [3], [4]] : tensor<1x1x2x17x8xf32> into tensor<1x2x17x8xf32>
  %ninf0 = arith.constant 0xFF800000 : f32
  %sc = arith.constant 0.5 : f32
  %si0z = arith.constant 0.0 : f32
  %si0e = tensor.empty() : tensor<1x2x1x17xf32>
  %si0 = linalg.fill ins(%si0z : f32) outs(%si0e : tensor<1x2x1x17xf32>) -> tensor<1x2x1x17xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %kr : tensor<1x2x1x8xf32>, tensor<1x2x17x8xf32>) outs(%si0 : tensor<1x2x1x17xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x1x17xf32>
  %es = tensor.empty() : tensor<1x2x1x17xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<1x2x1x17xf32>) outs(%es : tensor<1x2x1x17xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %sc : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x1x17xf32>
  %xninf = arith.constant 0xFF800000 : f32
  %xzero = arith.constant 0.0 : f32
  %xe1 = tensor.empty() : tensor<1x2x1xf32>
  %xe2 = tensor.empty() : tensor<1x2x1x17xf32>
  %xmi = linalg.fill ins(%xninf : f32) outs(%xe1 : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<1x2x1x17xf32>) outs(%xmi : tensor<1x2x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x1xf32>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<1x2x1x17xf32>, tensor<1x2x1xf32>) outs(%xe2 : tensor<1x2x1x17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x1x17xf32>
  %xsi = linalg.fill ins(%xzero : f32) outs(%xe1 : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<1x2x1x17xf32>) outs(%xsi : tensor<1x2x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x1xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<1x2x1x17xf32>, tensor<1x2x1xf32>) outs(%xe2 : tensor<1x2x1x17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x1x17xf32>
  %oiz = arith.constant 0.0 : f32
  %oie = tensor.empty() : tensor<1x2x1x8xf32>
  %oi = linalg.fill ins(%oiz : f32) outs(%oie : tensor<1x2x1x8xf32>) -> tensor<1x2x1x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %vr : tensor<1x2x1x17xf32>, tensor<1x2x17x8xf32>) outs(%oi : tensor<1x2x1x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x1x8xf32>
  return %r : tensor<1x2x1x8xf32>
}
