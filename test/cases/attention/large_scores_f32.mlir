// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/large_scores_f32
// KIND: attention written out: 1 heads over 1, 3 queries, 4 keys, f32
// WHY: Scores far above 88: exp overflows without the maximum.
// CALL: @test
// IN 0: tensor<1x1x3x2xf32> = [[[[-0.328125, 0.8828125], [-2.0, -0.7890625], [-1.4140625, -1.6328125]]]]
// IN 1: tensor<1x1x4x2xf32> = [[[[-0.2578125, -1.8984375], [0.1953125, -0.2578125], [-0.3203125, -0.6796875], [-1.1796875, 0.4765625]]]]
// IN 2: tensor<1x1x4x2xf32> = [[[[0.203125, 0.8359375], [-0.8359375, 0.046875], [1.5703125, 1.5859375], [-1.5, -1.171875]]]]
// OUT 0: tensor<1x1x3x2xf32> = [[[[-1.5, -1.171875], [0.203125, 0.8359375], [0.203125, 0.8359375]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<1x1x3x2xf32>, %k: tensor<1x1x4x2xf32>, %v: tensor<1x1x4x2xf32>) -> tensor<1x1x3x2xf32> {
  %ninf0 = arith.constant 0xFF800000 : f32
  %sc = arith.constant 1000.0 : f32
  %si0z = arith.constant 0.0 : f32
  %si0e = tensor.empty() : tensor<1x1x3x4xf32>
  %si0 = linalg.fill ins(%si0z : f32) outs(%si0e : tensor<1x1x3x4xf32>) -> tensor<1x1x3x4xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<1x1x3x2xf32>, tensor<1x1x4x2xf32>) outs(%si0 : tensor<1x1x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1x3x4xf32>
  %es = tensor.empty() : tensor<1x1x3x4xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<1x1x3x4xf32>) outs(%es : tensor<1x1x3x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %sc : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x3x4xf32>
  %xninf = arith.constant 0xFF800000 : f32
  %xzero = arith.constant 0.0 : f32
  %xe1 = tensor.empty() : tensor<1x1x3xf32>
  %xe2 = tensor.empty() : tensor<1x1x3x4xf32>
  %xmi = linalg.fill ins(%xninf : f32) outs(%xe1 : tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<1x1x3x4xf32>) outs(%xmi : tensor<1x1x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x3xf32>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<1x1x3x4xf32>, tensor<1x1x3xf32>) outs(%xe2 : tensor<1x1x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x1x3x4xf32>
  %xsi = linalg.fill ins(%xzero : f32) outs(%xe1 : tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<1x1x3x4xf32>) outs(%xsi : tensor<1x1x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x3xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<1x1x3x4xf32>, tensor<1x1x3xf32>) outs(%xe2 : tensor<1x1x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x3x4xf32>
  %oiz = arith.constant 0.0 : f32
  %oie = tensor.empty() : tensor<1x1x3x2xf32>
  %oi = linalg.fill ins(%oiz : f32) outs(%oie : tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %v : tensor<1x1x3x4xf32>, tensor<1x1x4x2xf32>) outs(%oi : tensor<1x1x3x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1x3x2xf32>
  return %r : tensor<1x1x3x2xf32>
}
