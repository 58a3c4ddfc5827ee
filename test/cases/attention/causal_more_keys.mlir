// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/causal_more_keys
// KIND: attention written out: 1 heads over 1, 3 queries, 6 keys, f32, causal
// WHY: The last query sees all keys: the diagonal is aligned at the end.
// CALL: @test
// IN 0: tensor<1x1x3x4xf32> = [[[[-0.328125, 0.8828125, -2.0, -0.7890625], [-1.4140625, -1.6328125, -1.2578125, -0.6171875], [-0.4140625, 0.15625, -0.3203125, 0.7421875]]]]
// IN 1: tensor<1x1x6x4xf32> = [[[[-0.2578125, -1.8984375, 0.1953125, -0.2578125], [-0.3203125, -0.6796875, -1.1796875, 0.4765625], [-0.8046875, -0.9296875, 0.484375, 0.1171875], [-1.4609375, 0.0546875, -1.265625, 1.140625], [1.4140625, -0.0234375, 1.3828125, -1.6796875], [0.0234375, -1.7421875, -0.2890625, -1.6171875]]]]
// IN 2: tensor<1x1x6x4xf32> = [[[[0.203125, 0.8359375, -0.8359375, 0.046875], [1.5703125, 1.5859375, -1.5, -1.171875], [-1.796875, -0.234375, -1.8828125, -0.171875], [0.59375, -0.8828125, 0.703125, 0.3671875], [-1.90625, 0.234375, -0.9609375, -0.3359375], [-0.8671875, 0.7734375, -0.234375, -1.375]]]]
// OUT 0: tensor<1x1x3x4xf32> = [[[[0.73438334, 0.16582468, -0.38444978, -0.2444339], [0.27132818, 0.39621344, -0.7769532, -0.2058771], [0.15184174, 0.14288229, -0.5232427, -0.25695926]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<1x1x3x4xf32>, %k: tensor<1x1x6x4xf32>, %v: tensor<1x1x6x4xf32>) -> tensor<1x1x3x4xf32> {
  %ninf0 = arith.constant 0xFF800000 : f32
  %sc = arith.constant 0.5 : f32
  %si0z = arith.constant 0.0 : f32
  %si0e = tensor.empty() : tensor<1x1x3x6xf32>
  %si0 = linalg.fill ins(%si0z : f32) outs(%si0e : tensor<1x1x3x6xf32>) -> tensor<1x1x3x6xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<1x1x3x4xf32>, tensor<1x1x6x4xf32>) outs(%si0 : tensor<1x1x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1x3x6xf32>
  %es = tensor.empty() : tensor<1x1x3x6xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<1x1x3x6xf32>) outs(%es : tensor<1x1x3x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %sc : f32
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %o0 = arith.constant 3 : index
    %i1 = arith.addi %i, %o0 : index
    %c = arith.cmpi ule, %j, %i1 : index
    %w = arith.select %c, %0, %ninf0 : f32
    linalg.yield %w : f32
  } -> tensor<1x1x3x6xf32>
  %xninf = arith.constant 0xFF800000 : f32
  %xzero = arith.constant 0.0 : f32
  %xe1 = tensor.empty() : tensor<1x1x3xf32>
  %xe2 = tensor.empty() : tensor<1x1x3x6xf32>
  %xmi = linalg.fill ins(%xninf : f32) outs(%xe1 : tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<1x1x3x6xf32>) outs(%xmi : tensor<1x1x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x3xf32>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<1x1x3x6xf32>, tensor<1x1x3xf32>) outs(%xe2 : tensor<1x1x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x1x3x6xf32>
  %xsi = linalg.fill ins(%xzero : f32) outs(%xe1 : tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<1x1x3x6xf32>) outs(%xsi : tensor<1x1x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x3xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<1x1x3x6xf32>, tensor<1x1x3xf32>) outs(%xe2 : tensor<1x1x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x3x6xf32>
  %oiz = arith.constant 0.0 : f32
  %oie = tensor.empty() : tensor<1x1x3x4xf32>
  %oi = linalg.fill ins(%oiz : f32) outs(%oie : tensor<1x1x3x4xf32>) -> tensor<1x1x3x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %v : tensor<1x1x3x6xf32>, tensor<1x1x6x4xf32>) outs(%oi : tensor<1x1x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1x3x4xf32>
  return %r : tensor<1x1x3x4xf32>
}
