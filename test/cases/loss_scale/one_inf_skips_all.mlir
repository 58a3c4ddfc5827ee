// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loss_scale/one_inf_skips_all
// KIND: unscale, check, and skip the step if any gradient is not finite
// WHY: One inf among f16 gradients: the weights stay, the scale halves; it
//   must not become NaN by multiplying with 0.
// CALL: @test
// IN 0: tensor<4xf16> = [1.0, 2.0, 65504.0, inf]
// IN 1: tensor<4xf32> = [1.0, 1.0, 1.0, 1.0]
// IN 2: tensor<f32> = 1024.0
// OUT 0: tensor<4xf32> = [1.0, 1.0, 1.0, 1.0] TOL exact
// OUT 1: tensor<f32> = 512.0 TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%g: tensor<4xf16>, %w: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %inf = arith.constant 0x7F800000 : f32
  %rate = arith.constant 0.5 : f32
  %half = arith.constant 0.5 : f32
  %two = arith.constant 2.0 : f32
  %false = arith.constant false
  %e0 = tensor.empty() : tensor<i1>
  %i = linalg.fill ins(%false : i1) outs(%e0 : tensor<i1>) -> tensor<i1>
  %bad = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%g : tensor<4xf16>) outs(%i : tensor<i1>) {
  ^bb0(%a: f16, %b: i1):
    %0 = arith.extf %a : f16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.cmpf ult, %1, %inf : f32
    %3 = arith.cmpf one, %0, %0 : f32
    %4 = arith.cmpf uge, %1, %inf : f32
    %5 = arith.ori %3, %4 : i1
    %6 = arith.ori %5, %b : i1
    linalg.yield %6 : i1
  } -> tensor<i1>
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%g, %w, %s, %bad : tensor<4xf16>, tensor<4xf32>, tensor<f32>, tensor<i1>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f16, %v: f32, %k: f32, %f: i1, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.divf %0, %k : f32
    %2 = arith.mulf %1, %rate : f32
    %3 = arith.subf %v, %2 : f32
    %4 = arith.select %f, %v, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %es = tensor.empty() : tensor<f32>
  %m = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%s, %bad : tensor<f32>, tensor<i1>) outs(%es : tensor<f32>) {
  ^bb0(%k: f32, %f: i1, %o: f32):
    %0 = arith.mulf %k, %half : f32
    %1 = arith.mulf %k, %two : f32
    %2 = arith.select %f, %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %n, %m : tensor<4xf32>, tensor<f32>
}
