// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: attention/grouped_f32
// KIND: attention written out: 4 heads over 2, 3 queries, 5 keys, f32
// WHY: Two query heads share a key and value head; the repetition is a
//   broadcast and a collapse.
// CALL: @test
// IN 0: tensor<2x4x3x4xf32> = [[[[-0.328125, 0.8828125, -2.0, -0.7890625], [-1.4140625, -1.6328125, -1.2578125, -0.6171875], [-0.4140625, 0.15625, -0.3203125, 0.7421875]], [[-1.1796875, 1.515625, -1.890625, 0.6796875], [-0.328125, 0.234375, -1.4375, -1.2109375], [1.203125, 1.875, -0.75, 0.765625]], [[1.5078125, 1.578125, -1.65625, -1.84375], [-1.3203125, 1.515625, -1.609375, -0.3125], [1.828125, 0.1328125, 0.765625, -0.734375]], [[0.7421875, 1.3359375, -1.9296875, 1.0], [1.953125, 0.9921875, -0.875, 1.15625], [-1.5859375, -0.2109375, 1.6328125, -0.828125]]], [[[-0.8515625, -1.4765625, -1.921875, 0.71875], [-1.15625, -0.9375, -0.03125, -1.7890625], [0.296875, -1.4140625, 0.359375, 0.796875]], [[-1.59375, -0.34375, 0.78125, -0.34375], [-1.796875, 0.140625, 0.65625, 0.0625], [1.78125, 0.34375, 1.6171875, -1.453125]], [[-1.4453125, 1.2265625, -0.40625, -1.3359375], [1.7109375, -0.609375, 1.0, 0.90625], [1.53125, 0.4921875, 1.0, -0.6015625]], [[-0.921875, 1.5859375, -0.2890625, 1.859375], [0.65625, 0.484375, -1.5390625, 1.796875], [-0.203125, 0.3125, -0.3671875, -1.0546875]]]]
// IN 1: tensor<2x2x5x4xf32> = [[[[-0.2578125, -1.8984375, 0.1953125, -0.2578125], [-0.3203125, -0.6796875, -1.1796875, 0.4765625], [-0.8046875, -0.9296875, 0.484375, 0.1171875], [-1.4609375, 0.0546875, -1.265625, 1.140625], [1.4140625, -0.0234375, 1.3828125, -1.6796875]], [[0.0234375, -1.7421875, -0.2890625, -1.6171875], [-1.4921875, 0.390625, -1.09375, -1.5703125], [-1.1171875, -0.6015625, -0.125, -1.1953125], [0.5625, -0.0703125, 0.0234375, -0.453125], [1.171875, 0.3203125, -1.3515625, 0.8046875]]], [[[1.859375, 0.0, 1.5546875, -0.6328125], [0.265625, -0.2890625, -0.25, 1.109375], [0.140625, 1.8125, 0.1796875, -1.671875], [-0.53125, 1.40625, -0.375, -1.890625], [-1.0078125, -1.734375, 1.9765625, 1.8828125]], [[1.203125, 0.40625, 1.0625, -1.3203125], [-0.828125, 0.09375, -0.5703125, -1.8203125], [1.9296875, -0.234375, 0.015625, -0.703125], [-0.9609375, -0.453125, 1.328125, 0.9453125], [-0.484375, -1.9453125, 1.1875, -0.921875]]]]
// IN 2: tensor<2x2x5x4xf32> = [[[[0.203125, 0.8359375, -0.8359375, 0.046875], [1.5703125, 1.5859375, -1.5, -1.171875], [-1.796875, -0.234375, -1.8828125, -0.171875], [0.59375, -0.8828125, 0.703125, 0.3671875], [-1.90625, 0.234375, -0.9609375, -0.3359375]], [[-0.8671875, 0.7734375, -0.234375, -1.375], [0.1796875, 1.125, -0.7734375, -1.109375], [-0.4453125, 1.7421875, 1.90625, 0.6875], [1.609375, 1.3828125, -0.484375, -1.6328125], [0.6171875, 0.234375, -0.5546875, -1.1015625]]], [[[-0.375, -0.125, -0.921875, -0.8359375], [-0.171875, 1.4453125, 0.34375, -0.8671875], [-0.890625, -0.1796875, -1.1796875, -1.1953125], [0.0546875, -1.6484375, -0.0625, -0.5546875], [0.828125, 0.984375, 0.765625, 0.7578125]], [[-0.5078125, 0.671875, -0.640625, 0.2890625], [-0.6953125, -0.21875, -1.75, -1.03125], [1.8828125, -1.078125, 0.765625, 0.6015625], [0.8984375, -0.1015625, 0.3828125, -1.734375], [-1.7109375, -1.203125, -1.390625, -1.6015625]]]]
// OUT 0: tensor<2x4x3x4xf32> = [[[[0.57393295, 0.16998994, -0.4194784, -0.24999385], [0.27132818, 0.39621344, -0.7769532, -0.2058771], [0.23408626, 0.09199101, -0.54655683, -0.16672367]], [[0.6606845, -0.41809657, 0.21739662, 0.08312431], [0.18481196, 0.3619044, -0.7445457, -0.31259546], [0.060349498, 0.18515123, -0.5636132, -0.27961764]], [[0.3977991, 0.8730437, -0.42315686, -1.0998794], [0.18656844, 1.1087098, -0.41901517, -0.9345948], [0.45647192, 0.9697538, -0.23255873, -1.1987215]], [[0.610568, 0.42334357, -0.5093117, -1.1057792], [0.6784885, 0.39034042, -0.5194907, -1.1415625], [-0.1678322, 1.330373, 0.5044049, -0.4441526]]], [[[0.20599979, 0.95918393, 0.40960142, -0.22788619], [-0.1421186, -0.75262654, -0.298166, -0.61647516], [0.5138576, 0.8878413, 0.483501, 0.2960312]], [[0.3496917, 0.36278552, 0.2691985, 0.087228306], [0.32845905, 0.34752372, 0.2618626, 0.05555567], [-0.41589725, -0.19653706, -0.8792612, -0.8600219]], [[-0.55181974, -0.20927617, -1.391356, -0.91531473], [0.5632282, -0.5020439, -0.0024563582, -0.20191708], [0.30653062, -0.1569097, -0.20463477, 0.1155016]], [[0.6074417, -0.15619928, 0.05097412, -1.377828], [0.8939829, -0.53045046, 0.11937638, -0.3539404], [-0.29104024, -0.2913961, -0.9378117, -0.6257214]]]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%q: tensor<2x4x3x4xf32>, %k: tensor<2x2x5x4xf32>, %v: tensor<2x2x5x4xf32>) -> tensor<2x4x3x4xf32> {
  %kb_e = tensor.empty() : tensor<2x2x2x5x4xf32>
  %kb = linalg.broadcast ins(%k : tensor<2x2x5x4xf32>) outs(%kb_e : tensor<2x2x2x5x4xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kb [[0], [1, 2], [3], [4]] : tensor<2x2x2x5x4xf32> into tensor<2x4x5x4xf32>
  %vb_e = tensor.empty() : tensor<2x2x2x5x4xf32>
  %vb = linalg.broadcast ins(%v : tensor<2x2x5x4xf32>) outs(%vb_e : tensor<2x2x2x5x4xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vb [[0], [1, 2], [3], [4]] : tensor<2x2x2x5x4xf32> into tensor<2x4x5x4xf32>
  %ninf0 = arith.constant 0xFF800000 : f32
  %sc = arith.constant 0.5 : f32
  %si0z = arith.constant 0.0 : f32
  %si0e = tensor.empty() : tensor<2x4x3x5xf32>
  %si0 = linalg.fill ins(%si0z : f32) outs(%si0e : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %kr : tensor<2x4x3x4xf32>, tensor<2x4x5x4xf32>) outs(%si0 : tensor<2x4x3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x4x3x5xf32>
  %es = tensor.empty() : tensor<2x4x3x5xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x4x3x5xf32>) outs(%es : tensor<2x4x3x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %sc : f32
    linalg.yield %0 : f32
  } -> tensor<2x4x3x5xf32>
  %xninf = arith.constant 0xFF800000 : f32
  %xzero = arith.constant 0.0 : f32
  %xe1 = tensor.empty() : tensor<2x4x3xf32>
  %xe2 = tensor.empty() : tensor<2x4x3x5xf32>
  %xmi = linalg.fill ins(%xninf : f32) outs(%xe1 : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %xmx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s1 : tensor<2x4x3x5xf32>) outs(%xmi : tensor<2x4x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x4x3xf32>
  %xp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s1, %xmx : tensor<2x4x3x5xf32>, tensor<2x4x3xf32>) outs(%xe2 : tensor<2x4x3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x4x3x5xf32>
  %xsi = linalg.fill ins(%xzero : f32) outs(%xe1 : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %xs = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%xp : tensor<2x4x3x5xf32>) outs(%xsi : tensor<2x4x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x4x3xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%xp, %xs : tensor<2x4x3x5xf32>, tensor<2x4x3xf32>) outs(%xe2 : tensor<2x4x3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x4x3x5xf32>
  %oiz = arith.constant 0.0 : f32
  %oie = tensor.empty() : tensor<2x4x3x4xf32>
  %oi = linalg.fill ins(%oiz : f32) outs(%oie : tensor<2x4x3x4xf32>) -> tensor<2x4x3x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%pr, %vr : tensor<2x4x3x5xf32>, tensor<2x4x5x4xf32>) outs(%oi : tensor<2x4x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x4x3x4xf32>
  return %r : tensor<2x4x3x4xf32>
}
