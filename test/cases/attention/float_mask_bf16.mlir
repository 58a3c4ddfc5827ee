// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/float_mask_bf16
// KIND: attention written out: 2 heads over 1, 4 queries, 6 keys, bf16, float
//   mask
// WHY: A finite additive mask in bf16.
// CALL: @test
// IN 0: tensor<1x2x4x4xbf16> = [[[[-0.328125, 0.8828125, -2.0, -0.7890625], [-1.4140625, -1.6328125, -1.2578125, -0.6171875], [-0.4140625, 0.15625, -0.3203125, 0.7421875], [-1.1796875, 1.515625, -1.890625, 0.6796875]], [[-0.328125, 0.234375, -1.4375, -1.2109375], [1.203125, 1.875, -0.75, 0.765625], [1.5078125, 1.578125, -1.65625, -1.84375], [-1.3203125, 1.515625, -1.609375, -0.3125]]]]
// IN 1: tensor<1x1x6x4xbf16> = [[[[-0.2578125, -1.8984375, 0.1953125, -0.2578125], [-0.3203125, -0.6796875, -1.1796875, 0.4765625], [-0.8046875, -0.9296875, 0.484375, 0.1171875], [-1.4609375, 0.0546875, -1.265625, 1.140625], [1.4140625, -0.0234375, 1.3828125, -1.6796875], [0.0234375, -1.7421875, -0.2890625, -1.6171875]]]]
// IN 2: tensor<1x1x6x4xbf16> = [[[[0.203125, 0.8359375, -0.8359375, 0.046875], [1.5703125, 1.5859375, -1.5, -1.171875], [-1.796875, -0.234375, -1.8828125, -0.171875], [0.59375, -0.8828125, 0.703125, 0.3671875], [-1.90625, 0.234375, -0.9609375, -0.3359375], [-0.8671875, 0.7734375, -0.234375, -1.375]]]]
// IN 3: tensor<4x6xbf16> = [[0.0, 0.0, 0.0, -9984.0, 0.0, -9984.0], [0.0, 0.0, 0.0, -9984.0, -9984.0, 0.0], [0.0, 0.0, -9984.0, -9984.0, 0.0, -9984.0], [0.0, 0.0, 0.0, -9984.0, -9984.0, 0.0]]
// OUT 0: tensor<1x2x4x4xbf16> = [[[[0.5546875, 1.09375, -1.40625, -0.79296875], [-0.2236328125, 0.81640625, -0.8671875, -0.79296875], [0.71484375, 1.1875, -1.2265625, -0.69140625], [0.8515625, 1.2265625, -1.4453125, -0.9609375]], [[0.0233154296875, 0.8515625, -1.3125, -0.58203125], [0.62109375, 1.1171875, -1.3828125, -0.8984375], [-1.3046875, 0.458984375, -1.0390625, -0.447265625], [0.484375, 1.0703125, -1.3359375, -0.9140625]]]] TOL abs=0.06 rel=0.06
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<1x2x4x4xbf16>, %k: tensor<1x1x6x4xbf16>, %v: tensor<1x1x6x4xbf16>, %m: tensor<4x6xbf16>) -> tensor<1x2x4x4xbf16> {
  %kb_e = tensor.empty() : tensor<1x1x2x6x4xbf16>
  %kb = linalg.broadcast ins(%k : tensor<1x1x6x4xbf16>) outs(%kb_e : tensor<1x1x2x6x4xbf16>) dimensions = [2]
  %kr = tensor.collapse_shape %kb [[0], [1, 2], [3], [4]] : tensor<1x1x2x6x4xbf16> into tensor<1x2x6x4xbf16>
  %vb_e = tensor.empty() : tensor<1x1x2x6x4xbf16>
  %vb = linalg.broadcast ins(%v : tensor<1x1x6x4xbf16>) outs(%vb_e : tensor<1x1x2x6x4xbf16>) dimensions = [2]
  %vr = tensor.collapse_shape %vb [[0], [1, 2], [3], [4]] : tensor<1x1x2x6x4xbf16> into tensor<1x2x6x4xbf16>
  %ninf0 = arith.constant 0xFF80 : bf16
  %sc = arith.constant 0.5 : bf16
  %si0z = arith.constant 0.0 : bf16
  %si0e = tensor.empty() : tensor<1x2x4x6xbf16>
  %si0 = linalg.fill ins(%si0z : bf16) outs(%si0e : tensor<1x2x4x6xbf16>) -> tensor<1x2x4x6xbf16>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %kr : tensor<1x2x4x4xbf16>, tensor<1x2x6x4xbf16>) outs(%si0 : tensor<1x2x4x6xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.addf %c, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<1x2x4x6xbf16>
  %es = tensor.empty() : tensor<1x2x4x6xbf16>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<1x2x4x6xbf16>, tensor<4x6xbf16>) outs(%es : tensor<1x2x4x6xbf16>) {
  ^bb0(%a: bf16, %mk: bf16, %o: bf16):
    %0 = arith.mulf %a, %sc : bf16
    %1 = arith.addf %0, %mk : bf16
    linalg.yield %1 : bf16
  } -> tensor<1x2x4x6xbf16>
  %xninf = arith.constant 0xFF80 : bf16
  %xzero = arith.constant 0.0 : bf16
  %xe1 = tensor.empty() : tensor<1x2x4xbf16>
  %xe2 = tensor.empty() : tensor<1x2x4x6xbf16>
  %xmi = linalg.fill ins(%xninf : bf16) outs(%xe1 : tensor<1x2x4xbf16>) -> tensor<1x2x4xbf16>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<1x2x4x6xbf16>) outs(%xmi : tensor<1x2x4xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.maximumf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<1x2x4xbf16>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<1x2x4x6xbf16>, tensor<1x2x4xbf16>) outs(%xe2 : tensor<1x2x4x6xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.subf %a, %b : bf16
    %1 = math.exp %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<1x2x4x6xbf16>
  %xsi = linalg.fill ins(%xzero : bf16) outs(%xe1 : tensor<1x2x4xbf16>) -> tensor<1x2x4xbf16>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<1x2x4x6xbf16>) outs(%xsi : tensor<1x2x4xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.addf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<1x2x4xbf16>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<1x2x4x6xbf16>, tensor<1x2x4xbf16>) outs(%xe2 : tensor<1x2x4x6xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.divf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<1x2x4x6xbf16>
  %oiz = arith.constant 0.0 : bf16
  %oie = tensor.empty() : tensor<1x2x4x4xbf16>
  %oi = linalg.fill ins(%oiz : bf16) outs(%oie : tensor<1x2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %vr : tensor<1x2x4x6xbf16>, tensor<1x2x6x4xbf16>) outs(%oi : tensor<1x2x4x4xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.addf %c, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<1x2x4x4xbf16>
  return %r : tensor<1x2x4x4xbf16>
}
