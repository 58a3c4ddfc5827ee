// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: layer_norm/f32_row_1031_scale_bias
// KIND: layer norm of tensor<1x1031xf32>, statistics in f32, rsqrt form
// WHY: A prime row length with scale and bias: partial vectors must not enter
//   the mean.
// CALL: @test
// IN 0: tensor<1x1031xf32> = cyc(4096.0, 4096.25, 4097.0, 4095.5, 4096.75, 4095.25, 4096.25)
// IN 1: tensor<1031xf32> = cyc(1.0, 2.0, -1.0, 0.5)
// IN 2: tensor<1031xf32> = cyc(0.0, 1.0, -1.0)
// OUT 0: tensor<1x1031xf32> = cyc(-0.24634735, 1.3697301, -2.4785025, -0.55438614, 2.0472898, -4.0799694, -0.18486509, 0.87682635, -0.81513494, 2.9570048, 2.1087723, -0.47635502, -1.5399847, 1.3697301, -0.75365263, 0.09243254, 2.4785025, -3.2175446, -1.04729, 0.23000766, -0.81513494, -0.4926947, 0.81513494, -0.2607488, -1.1087723, 3.09458, 0.53998464, 0.09243254, 0.75365263, -0.6302698, -1.4785024, 0.4456139, 0.047289956, -3.0799694, 0.81513494, -1.1231737, 0.18486509, 3.9570048, 0.10877223, 0.523645, -0.53998464, -0.6302698, 0.24634735, 1.0924325, 0.4785024, -2.2175446, -0.047289956, -1.7699924, 0.18486509, 0.50730526, -1.1848651, 0.7392512, -0.10877223, 1.0945799, 1.5399847, 1.0924325, -1.2463473, 0.36973017, -0.4785024, -1.5543861, 1.04729, -2.0799694, -1.1848651, -0.12317368, 1.1848651, 1.9570048, 1.1087723, 1.5236449, -2.5399847, 0.36973017, 1.2463473, -0.90756744, 1.4785024, -1.2175444, -2.0472898, -0.76999235, 1.1848651, -1.4926947, -0.18486509, 1.7392513, -2.1087723, 2.09458, 2.5399847, -0.90756744) TOL abs=0.01
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x1031xf32>, %g: tensor<1031xf32>, %h: tensor<1031xf32>) -> tensor<1x1031xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %n = arith.constant 1031.0 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %e2 = tensor.empty() : tensor<1x1031xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x1031xf32>) outs(%z : tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v0 = arith.addf %a, %b : f32
    linalg.yield %v0 : f32
  } -> tensor<1xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<1xf32>) outs(%e1 : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v0 = arith.divf %a, %n : f32
    linalg.yield %v0 : f32
  } -> tensor<1xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : tensor<1x1031xf32>, tensor<1xf32>) outs(%z : tensor<1xf32>) {
  ^bb0(%a: f32, %m: f32, %b: f32):
    %v1 = arith.subf %a, %m : f32
    %v2 = arith.mulf %v1, %v1 : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %sq, %g, %h : tensor<1x1031xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1031xf32>, tensor<1031xf32>) outs(%e2 : tensor<1x1031xf32>) {
  ^bb0(%a: f32, %m: f32, %v: f32, %gv: f32, %hv: f32, %o: f32):
    %v0 = arith.subf %a, %m : f32
    %v1 = arith.divf %v, %n : f32
    %v2 = arith.addf %v1, %eps : f32
    %v3 = math.rsqrt %v2 : f32
    %v4 = arith.mulf %v0, %v3 : f32
    %v5 = arith.mulf %v4, %gv : f32
    %v6 = arith.addf %v5, %hv : f32
    linalg.yield %v6 : f32
  } -> tensor<1x1031xf32>
  return %r : tensor<1x1031xf32>
}
