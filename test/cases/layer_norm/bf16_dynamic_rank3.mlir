// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: layer_norm/bf16_dynamic_rank3
// KIND: layer norm of tensor<?x?x?xbf16>, statistics in f32, rsqrt form
// WHY: Dynamic sizes: the number of elements comes from the run-time shape.
// CALL: @test
// IN 0: tensor<2x3x5xbf16> = [[[5.96875, 7.5, 5.90625, 0.5, -4.28125], [-7.8125, -1.125, -1.5625, 0.375, -0.34375], [0.875, 0.6875, 4.1875, 3.40625, 1.90625]], [[-1.1875, -3.375, 7.59375, -2.65625, -4.5], [-6.9375, 7.71875, -5.96875, -2.84375, -6.875], [-4.40625, -1.6875, 6.34375, -2.46875, 7.75]]]
// OUT 0: tensor<2x3x5xbf16> = [[[0.6484375, 0.99609375, 0.6328125, -0.59375, -1.6796875], [-1.9453125, 0.330078125, 0.1806640625, 0.83984375, 0.59765625], [-0.96875, -1.1015625, 1.4296875, 0.86328125, -0.2216796875]], [[-0.08349609375, -0.5859375, 1.9375, -0.421875, -0.84765625], [-0.7109375, 1.9296875, -0.5390625, 0.0247802734375, -0.69921875], [-1.1171875, -0.5625, 1.0546875, -0.72265625, 1.34375]]] TOL abs=0.01 rel=0.01
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?x?xbf16>) -> tensor<?x?x?xbf16> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %cl = arith.constant 2 : index
  %dl = tensor.dim %x, %cl : tensor<?x?x?xbf16>
  %di = arith.index_cast %dl : index to i64
  %n = arith.sitofp %di : i64 to f32
  %e1_i0 = arith.constant 0 : index
  %e1_d0 = tensor.dim %x, %e1_i0 : tensor<?x?x?xbf16>
  %e1_i1 = arith.constant 1 : index
  %e1_d1 = tensor.dim %x, %e1_i1 : tensor<?x?x?xbf16>
  %e1 = tensor.empty(%e1_d0, %e1_d1) : tensor<?x?xf32>
  %e2_i0 = arith.constant 0 : index
  %e2_d0 = tensor.dim %x, %e2_i0 : tensor<?x?x?xbf16>
  %e2_i1 = arith.constant 1 : index
  %e2_d1 = tensor.dim %x, %e2_i1 : tensor<?x?x?xbf16>
  %e2_i2 = arith.constant 2 : index
  %e2_d2 = tensor.dim %x, %e2_i2 : tensor<?x?x?xbf16>
  %e2 = tensor.empty(%e2_d0, %e2_d1, %e2_d2) : tensor<?x?x?xbf16>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<?x?x?xbf16>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %x0 = arith.extf %a : bf16 to f32
    %v0 = arith.addf %x0, %b : f32
    linalg.yield %v0 : f32
  } -> tensor<?x?xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<?x?xf32>) outs(%e1 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v0 = arith.divf %a, %n : f32
    linalg.yield %v0 : f32
  } -> tensor<?x?xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %mean : tensor<?x?x?xbf16>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%a: bf16, %m: f32, %b: f32):
    %x0 = arith.extf %a : bf16 to f32
    %v1 = arith.subf %x0, %m : f32
    %v2 = arith.mulf %v1, %v1 : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mean, %sq : tensor<?x?x?xbf16>, tensor<?x?xf32>, tensor<?x?xf32>) outs(%e2 : tensor<?x?x?xbf16>) {
  ^bb0(%a: bf16, %m: f32, %v: f32, %o: bf16):
    %x0 = arith.extf %a : bf16 to f32
    %v0 = arith.subf %x0, %m : f32
    %v1 = arith.divf %v, %n : f32
    %v2 = arith.addf %v1, %eps : f32
    %v3 = math.rsqrt %v2 : f32
    %v4 = arith.mulf %v0, %v3 : f32
    %v5 = arith.truncf %v4 : f32 to bf16
    linalg.yield %v5 : bf16
  } -> tensor<?x?x?xbf16>
  return %r : tensor<?x?x?xbf16>
}
