// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/grouped_causal_f16
// KIND: attention written out: 6 heads over 2, 4 queries, 4 keys, f16, causal
// WHY: Grouped and causal in f16.
// CALL: @test
// IN 0: tensor<1x6x4x8xf16> = [[[[-0.328125, 0.8828125, -2.0, -0.789, -1.414, -1.633, -1.258, -0.617], [-0.414, 0.15625, -0.3203, 0.7421875, -1.18, 1.515625, -1.890625, 0.6796875], [-0.328125, 0.234375, -1.4375, -1.211, 1.203125, 1.875, -0.75, 0.765625], [1.5078125, 1.578125, -1.65625, -1.84375, -1.32, 1.515625, -1.609375, -0.3125]], [[1.828125, 0.1328125, 0.765625, -0.734375, 0.7421875, 1.3359375, -1.93, 1.0], [1.953125, 0.9921875, -0.875, 1.15625, -1.586, -0.2109, 1.6328125, -0.828125], [-0.8516, -1.477, -1.921875, 0.71875, -1.15625, -0.9375, -0.03125, -1.789], [0.296875, -1.414, 0.359375, 0.796875, -1.59375, -0.34375, 0.78125, -0.34375]], [[-1.796875, 0.140625, 0.65625, 0.0625, 1.78125, 0.34375, 1.6171875, -1.453125], [-1.445, 1.2265625, -0.40625, -1.336, 1.7109375, -0.609375, 1.0, 0.90625], [1.53125, 0.4921875, 1.0, -0.6016, -0.921875, 1.5859375, -0.289, 1.859375], [0.65625, 0.484375, -1.539, 1.796875, -0.203125, 0.3125, -0.3672, -1.055]], [[1.6171875, 0.296875, -1.992, 0.46875, -0.6953, 0.109375, 1.546875, -0.5703], [1.6328125, 0.4921875, -1.9375, 1.71875, 0.765625, 1.9921875, -1.3125, -1.453125], [1.7265625, 0.7890625, -1.734375, 1.0234375, 1.015625, 1.6953125, 0.84375, -1.5], [-1.921875, -1.898, -1.890625, -1.015625, 1.4375, 0.15625, 0.2109375, 1.3671875]], [[-1.5, -0.883, 0.34375, 1.875, 0.2421875, -1.921875, 1.203125, -1.07], [1.2265625, -0.4453, 1.453125, 0.9921875, 0.2265625, -1.453125, -1.758, -1.515625], [-1.82, -1.57, -1.09375, 0.8515625, 0.2421875, -1.953125, -1.711, 1.8671875], [0.2734375, -1.1875, -0.992, 0.9765625, -1.21875, 0.328125, 1.8828125, 1.390625]], [[-1.039, -0.02344, 0.4765625, 1.3125, -1.375, -1.921875, -1.71875, -0.0547], [0.421875, 0.2734375, -0.734375, 1.953125, 0.3203125, -0.4766, 0.203125, 0.984375], [0.6796875, -0.9375, -1.734375, -0.5234, 0.515625, -1.15625, 1.0078125, -1.734375], [-0.961, 1.21875, -1.227, 0.5546875, 0.1015625, 1.703125, -0.9453, -1.734375]]]]
// IN 1: tensor<1x2x4x8xf16> = [[[[-0.2578, -1.898, 0.1953125, -0.2578, -0.3203, -0.6797, -1.18, 0.4765625], [-0.8047, -0.9297, 0.484375, 0.1171875, -1.461, 0.0546875, -1.265625, 1.140625], [1.4140625, -0.02344, 1.3828125, -1.68, 0.0234375, -1.742, -0.289, -1.617], [-1.492, 0.390625, -1.09375, -1.57, -1.117, -0.6016, -0.125, -1.195]], [[0.5625, -0.0703, 0.0234375, -0.453125, 1.171875, 0.3203125, -1.352, 0.8046875], [1.859375, 0.0, 1.5546875, -0.633, 0.265625, -0.289, -0.25, 1.109375], [0.140625, 1.8125, 0.1796875, -1.671875, -0.53125, 1.40625, -0.375, -1.890625], [-1.008, -1.734375, 1.9765625, 1.8828125, 1.203125, 0.40625, 1.0625, -1.32]]]]
// IN 2: tensor<1x2x4x8xf16> = [[[[0.203125, 0.8359375, -0.836, 0.046875, 1.5703125, 1.5859375, -1.5, -1.171875], [-1.796875, -0.234375, -1.883, -0.171875, 0.59375, -0.883, 0.703125, 0.3671875], [-1.90625, 0.234375, -0.961, -0.336, -0.867, 0.7734375, -0.234375, -1.375], [0.1796875, 1.125, -0.7734, -1.109375, -0.4453, 1.7421875, 1.90625, 0.6875]], [[1.609375, 1.3828125, -0.484375, -1.633, 0.6171875, 0.234375, -0.5547, -1.102], [-0.375, -0.125, -0.921875, -0.836, -0.171875, 1.4453125, 0.34375, -0.867], [-0.890625, -0.1797, -1.18, -1.195, 0.0546875, -1.648, -0.0625, -0.5547], [0.828125, 0.984375, 0.765625, 0.7578125, -0.508, 0.671875, -0.640625, 0.2890625]]]]
// OUT 0: tensor<1x6x4x8xf16> = [[[[0.203125, 0.8359375, -0.836, 0.046875, 1.5703125, 1.5859375, -1.5, -1.171875], [-1.518, -0.0849, -1.736, -0.1414, 0.73, -0.538, 0.3955, 0.1522], [-0.894, 0.2822, -1.349, -0.08276, 0.9453125, 0.3452, -0.3586, -0.4434], [-0.3267, 0.8545, -0.9023, -0.8677, -0.3596, 1.353, 1.353, 0.2717]], [[0.203125, 0.8359375, -0.836, 0.046875, 1.5703125, 1.5859375, -1.5, -1.171875], [-1.051, 0.165, -1.492, -0.0903, 0.958, 0.0384, -0.11896, -0.2072], [-0.568, 0.49, -1.115, -0.05673, 1.015625, 0.861, -0.7847, -0.81], [-0.897, 0.3618, -1.249, -0.2169, 0.6035, 0.5303, -0.1052, -0.423]], [[0.203125, 0.8359375, -0.836, 0.046875, 1.5703125, 1.5859375, -1.5, -1.171875], [-0.667, 0.3704, -1.291, -0.04828, 1.1455, 0.512, -0.5415, -0.5024], [-1.508, -0.0213, -1.623, -0.157, 0.58, -0.328, 0.2676, -0.05695], [-0.53125, 0.645, -1.058, -0.558, 0.1486, 0.998, 0.6465, -0.044]], [[1.609375, 1.3828125, -0.484375, -1.633, 0.6171875, 0.234375, -0.5547, -1.102], [1.453125, 1.264, -0.519, -1.57, 0.555, 0.3296, -0.484, -1.083], [-0.611, -0.014854, -1.098, -1.228, 0.10474, -1.335, -0.0984, -0.6235], [1.317, 1.213, -0.2169, -1.037, 0.317, 0.348, -0.536, -0.7583]], [[1.609375, 1.3828125, -0.484375, -1.633, 0.6171875, 0.234375, -0.5547, -1.102], [0.1808, 0.2974, -0.7993, -1.06, 0.0491, 1.106, 0.0921, -0.9326], [1.429, 1.246, -0.5244, -1.562, 0.546, 0.3394, -0.4739, -1.08], [0.5347, 0.689, 0.1188, 0.01788, -0.2837, 0.794, -0.3425, -0.1996]], [[1.609375, 1.3828125, -0.484375, -1.633, 0.6171875, 0.234375, -0.5547, -1.102], [0.7124, 0.701, -0.682, -1.272, 0.2605, 0.7817, -0.1486, -0.9956], [-0.2081, 0.2062, -0.9727, -1.246, 0.1561, -0.723, -0.1197, -0.734375], [-0.785, -0.11194, -1.114, -1.158, 0.05484, -1.54, -0.0884, -0.5483]]]] TOL abs=0.01 rel=0.01
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<1x6x4x8xf16>, %k: tensor<1x2x4x8xf16>, %v: tensor<1x2x4x8xf16>) -> tensor<1x6x4x8xf16> {
  %kb_e = tensor.empty() : tensor<1x2x3x4x8xf16>
  %kb = linalg.broadcast ins(%k : tensor<1x2x4x8xf16>) outs(%kb_e : tensor<1x2x3x4x8xf16>) dimensions = [2]
  %kr = tensor.collapse_shape %kb [[0], [1, 2], [3], [4]] : tensor<1x2x3x4x8xf16> into tensor<1x6x4x8xf16>
  %vb_e = tensor.empty() : tensor<1x2x3x4x8xf16>
  %vb = linalg.broadcast ins(%v : tensor<1x2x4x8xf16>) outs(%vb_e : tensor<1x2x3x4x8xf16>) dimensions = [2]
  %vr = tensor.collapse_shape %vb [[0], [1, 2], [3], [4]] : tensor<1x2x3x4x8xf16> into tensor<1x6x4x8xf16>
  %ninf0 = arith.constant 0xFC00 : f16
  %sc = arith.constant 0.5 : f16
  %si0z = arith.constant 0.0 : f16
  %si0e = tensor.empty() : tensor<1x6x4x4xf16>
  %si0 = linalg.fill ins(%si0z : f16) outs(%si0e : tensor<1x6x4x4xf16>) -> tensor<1x6x4x4xf16>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %kr : tensor<1x6x4x8xf16>, tensor<1x6x4x8xf16>) outs(%si0 : tensor<1x6x4x4xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %a, %b : f16
    %s = arith.addf %c, %p : f16
    linalg.yield %s : f16
  } -> tensor<1x6x4x4xf16>
  %es = tensor.empty() : tensor<1x6x4x4xf16>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<1x6x4x4xf16>) outs(%es : tensor<1x6x4x4xf16>) {
  ^bb0(%a: f16, %o: f16):
    %0 = arith.mulf %a, %sc : f16
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %o0 = arith.constant 0 : index
    %i1 = arith.addi %i, %o0 : index
    %c = arith.cmpi ule, %j, %i1 : index
    %w = arith.select %c, %0, %ninf0 : f16
    linalg.yield %w : f16
  } -> tensor<1x6x4x4xf16>
  %xninf = arith.constant 0xFC00 : f16
  %xzero = arith.constant 0.0 : f16
  %xe1 = tensor.empty() : tensor<1x6x4xf16>
  %xe2 = tensor.empty() : tensor<1x6x4x4xf16>
  %xmi = linalg.fill ins(%xninf : f16) outs(%xe1 : tensor<1x6x4xf16>) -> tensor<1x6x4xf16>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<1x6x4x4xf16>) outs(%xmi : tensor<1x6x4xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.maximumf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<1x6x4xf16>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<1x6x4x4xf16>, tensor<1x6x4xf16>) outs(%xe2 : tensor<1x6x4x4xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.subf %a, %b : f16
    %1 = math.exp %0 : f16
    linalg.yield %1 : f16
  } -> tensor<1x6x4x4xf16>
  %xsi = linalg.fill ins(%xzero : f16) outs(%xe1 : tensor<1x6x4xf16>) -> tensor<1x6x4xf16>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<1x6x4x4xf16>) outs(%xsi : tensor<1x6x4xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.addf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<1x6x4xf16>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<1x6x4x4xf16>, tensor<1x6x4xf16>) outs(%xe2 : tensor<1x6x4x4xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.divf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<1x6x4x4xf16>
  %oiz = arith.constant 0.0 : f16
  %oie = tensor.empty() : tensor<1x6x4x8xf16>
  %oi = linalg.fill ins(%oiz : f16) outs(%oie : tensor<1x6x4x8xf16>) -> tensor<1x6x4x8xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %vr : tensor<1x6x4x4xf16>, tensor<1x6x4x8xf16>) outs(%oi : tensor<1x6x4x8xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %a, %b : f16
    %s = arith.addf %c, %p : f16
    linalg.yield %s : f16
  } -> tensor<1x6x4x8xf16>
  return %r : tensor<1x6x4x8xf16>
}
