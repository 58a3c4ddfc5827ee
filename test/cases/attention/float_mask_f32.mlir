// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/float_mask_f32
// KIND: attention written out: 2 heads over 2, 4 queries, 6 keys, f32, float
//   mask
// WHY: An additive mask of 0 and -inf shared by batches and heads.
// CALL: @test
// IN 0: tensor<1x2x4x4xf32> = [[[[-0.328125, 0.8828125, -2.0, -0.7890625], [-1.4140625, -1.6328125, -1.2578125, -0.6171875], [-0.4140625, 0.15625, -0.3203125, 0.7421875], [-1.1796875, 1.515625, -1.890625, 0.6796875]], [[-0.328125, 0.234375, -1.4375, -1.2109375], [1.203125, 1.875, -0.75, 0.765625], [1.5078125, 1.578125, -1.65625, -1.84375], [-1.3203125, 1.515625, -1.609375, -0.3125]]]]
// IN 1: tensor<1x2x6x4xf32> = [[[[-0.2578125, -1.8984375, 0.1953125, -0.2578125], [-0.3203125, -0.6796875, -1.1796875, 0.4765625], [-0.8046875, -0.9296875, 0.484375, 0.1171875], [-1.4609375, 0.0546875, -1.265625, 1.140625], [1.4140625, -0.0234375, 1.3828125, -1.6796875], [0.0234375, -1.7421875, -0.2890625, -1.6171875]], [[-1.4921875, 0.390625, -1.09375, -1.5703125], [-1.1171875, -0.6015625, -0.125, -1.1953125], [0.5625, -0.0703125, 0.0234375, -0.453125], [1.171875, 0.3203125, -1.3515625, 0.8046875], [1.859375, 0.0, 1.5546875, -0.6328125], [0.265625, -0.2890625, -0.25, 1.109375]]]]
// IN 2: tensor<1x2x6x4xf32> = [[[[0.203125, 0.8359375, -0.8359375, 0.046875], [1.5703125, 1.5859375, -1.5, -1.171875], [-1.796875, -0.234375, -1.8828125, -0.171875], [0.59375, -0.8828125, 0.703125, 0.3671875], [-1.90625, 0.234375, -0.9609375, -0.3359375], [-0.8671875, 0.7734375, -0.234375, -1.375]], [[0.1796875, 1.125, -0.7734375, -1.109375], [-0.4453125, 1.7421875, 1.90625, 0.6875], [1.609375, 1.3828125, -0.484375, -1.6328125], [0.6171875, 0.234375, -0.5546875, -1.1015625], [-0.375, -0.125, -0.921875, -0.8359375], [-0.171875, 1.4453125, 0.34375, -0.8671875]]]]
// IN 3: tensor<4x6xf32> = [[0.0, -inf, -inf, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, -inf, -inf, 0.0, 0.0, -inf], [0.0, 0.0, 0.0, -inf, 0.0, 0.0]]
// OUT 0: tensor<1x2x4x4xf32> = [[[[0.01856032, -0.25754595, 0.22136667, -0.1290537], [-0.102090314, 0.5199381, -0.59899455, -0.58933437], [0.28986782, -0.40928698, 0.22111304, 0.23569348], [0.8000268, 1.2066231, -1.4365757, -0.9506582]], [[0.20120537, 0.97365195, -0.68421227, -1.0846789], [0.445961, 0.5418801, -0.43395045, -1.0581976], [0.25765038, 0.53955656, -0.7113353, -1.0571622], [0.15079765, 1.2208455, -0.3763287, -0.89965534]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<1x2x4x4xf32>, %k: tensor<1x2x6x4xf32>, %v: tensor<1x2x6x4xf32>, %m: tensor<4x6xf32>) -> tensor<1x2x4x4xf32> {
  %ninf0 = arith.constant 0xFF800000 : f32
  %sc = arith.constant 0.5 : f32
  %si0z = arith.constant 0.0 : f32
  %si0e = tensor.empty() : tensor<1x2x4x6xf32>
  %si0 = linalg.fill ins(%si0z : f32) outs(%si0e : tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<1x2x4x4xf32>, tensor<1x2x6x4xf32>) outs(%si0 : tensor<1x2x4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x4x6xf32>
  %es = tensor.empty() : tensor<1x2x4x6xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<1x2x4x6xf32>, tensor<4x6xf32>) outs(%es : tensor<1x2x4x6xf32>) {
  ^bb0(%a: f32, %mk: f32, %o: f32):
    %0 = arith.mulf %a, %sc : f32
    %1 = arith.addf %0, %mk : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x4x6xf32>
  %xninf = arith.constant 0xFF800000 : f32
  %xzero = arith.constant 0.0 : f32
  %xe1 = tensor.empty() : tensor<1x2x4xf32>
  %xe2 = tensor.empty() : tensor<1x2x4x6xf32>
  %xmi = linalg.fill ins(%xninf : f32) outs(%xe1 : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<1x2x4x6xf32>) outs(%xmi : tensor<1x2x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x4xf32>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<1x2x4x6xf32>, tensor<1x2x4xf32>) outs(%xe2 : tensor<1x2x4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x4x6xf32>
  %xsi = linalg.fill ins(%xzero : f32) outs(%xe1 : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<1x2x4x6xf32>) outs(%xsi : tensor<1x2x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x4xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<1x2x4x6xf32>, tensor<1x2x4xf32>) outs(%xe2 : tensor<1x2x4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x4x6xf32>
  %oiz = arith.constant 0.0 : f32
  %oie = tensor.empty() : tensor<1x2x4x4xf32>
  %oi = linalg.fill ins(%oiz : f32) outs(%oie : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %v : tensor<1x2x4x6xf32>, tensor<1x2x6x4xf32>) outs(%oi : tensor<1x2x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x2x4x4xf32>
  return %r : tensor<1x2x4x4xf32>
}
