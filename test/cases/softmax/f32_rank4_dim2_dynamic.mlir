// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/f32_rank4_dim2_dynamic
// KIND: softmax over dimension 2 of tensor<?x?x?x?xf32>, written as generics
// WHY: Everything dynamic, reduced dimension neither first nor last.
// CALL: @test
// IN 0: tensor<2x3x5x2xf32> = [[[[31.40625, -13.4375], [25.625, -36.71875], [-31.40625, 7.65625], [2.34375, -6.5625], [-13.125, 9.84375]], [[-5.0, 18.90625], [1.40625, 6.25], [11.5625, 39.21875], [25.625, -6.875], [30.15625, 25.9375]], [[-35.625, 17.5], [24.21875, 18.90625], [16.71875, 3.28125], [-30.0, 36.5625], [-7.8125, -22.65625]]], [[[17.34375, 39.53125], [-19.53125, 13.75], [7.96875, 17.34375], [35.0, -11.875], [-19.6875, -7.8125]], [[19.6875, 17.96875], [-7.5, 39.21875], [-3.90625, -10.15625], [16.71875, -33.4375], [-8.125, 21.71875]], [[21.25, -17.34375], [-24.84375, -2.34375], [-13.28125, 18.75], [-24.84375, -13.4375], [27.5, 9.21875]]]]
// OUT 0: tensor<2x3x5x2xf32> = [[[[0.99692464, 6.9646594e-11], [0.0030753699, 5.394876e-21], [5.242521e-28, 0.10087862], [2.3822039e-13, 6.740226e-08], [4.560224e-20, 0.89912134]], [[5.3356024e-16, 1.5079696e-09], [3.2313388e-13, 4.8067667e-15], [8.321197e-09, 0.9999983], [0.01065251, 9.58822e-21], [0.98934746, 1.7061832e-06]], [[1.0231739e-26, 5.26334e-09], [0.9994472, 2.1477714e-08], [0.00055277866, 3.5167116e-15], [2.8369777e-24, 1.0], [1.2267745e-14, 1.9125977e-26]]], [[[2.1477714e-08, 1.0], [2.0767252e-24, 6.358364e-12], [1.8217019e-12, 2.3125503e-10], [1.0, 4.7266046e-23], [1.7763171e-24, 2.7470757e-21]], [[0.9511422, 5.905304e-10], [1.4820547e-12, 1.0], [5.390264e-11, 3.603379e-22], [0.04885778, 2.7912037e-32], [7.932867e-13, 2.510999e-08]], [[0.0019267347, 2.1117963e-16], [1.8473986e-23, 6.903499e-10], [1.9412907e-18, 0.99992746], [1.8473986e-23, 1.04982e-14], [0.9980733, 7.254362e-05]]]] TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1_i0 = arith.constant 0 : index
  %e1_d0 = tensor.dim %x, %e1_i0 : tensor<?x?x?x?xf32>
  %e1_i1 = arith.constant 1 : index
  %e1_d1 = tensor.dim %x, %e1_i1 : tensor<?x?x?x?xf32>
  %e1_i2 = arith.constant 3 : index
  %e1_d2 = tensor.dim %x, %e1_i2 : tensor<?x?x?x?xf32>
  %e1 = tensor.empty(%e1_d0, %e1_d1, %e1_d2) : tensor<?x?x?xf32>
  %e2_i0 = arith.constant 0 : index
  %e2_d0 = tensor.dim %x, %e2_i0 : tensor<?x?x?x?xf32>
  %e2_i1 = arith.constant 1 : index
  %e2_d1 = tensor.dim %x, %e2_i1 : tensor<?x?x?x?xf32>
  %e2_i2 = arith.constant 2 : index
  %e2_d2 = tensor.dim %x, %e2_i2 : tensor<?x?x?x?xf32>
  %e2_i3 = arith.constant 3 : index
  %e2_d3 = tensor.dim %x, %e2_i3 : tensor<?x?x?x?xf32>
  %e2 = tensor.empty(%e2_d0, %e2_d1, %e2_d2, %e2_d3) : tensor<?x?x?x?xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%x : tensor<?x?x?x?xf32>) outs(%mi : tensor<?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x?xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %mx : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%e2 : tensor<?x?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x?x?x?xf32>
  %si = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%p : tensor<?x?x?x?xf32>) outs(%si : tensor<?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%p, %s : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%e2 : tensor<?x?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
