// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: layer_norm/f16_statistics_f32
// KIND: layer norm of tensor<3x9xf16>, statistics in f32, rsqrt form
// WHY: Squares of 60000 and sums of 9 of them do not fit f16; a constant row
//   normalises to 0.
// CALL: @test
// IN 0: tensor<3x9xf16> = [[1000.0, 1001.0, 1002.0, 1003.0, 1004.0, 1005.0, 1006.0, 1007.0, 1008.0], [60000.0, 60000.0, 60000.0, 60000.0, 60000.0, 60000.0, 60000.0, 60000.0, 60000.0], [0.0, 0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008]]
// OUT 0: tensor<3x9xf16> = [[-1.549, -1.162, -0.7744, -0.3872, 0.0, 0.3872, 0.7744, 1.162, 1.549], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-0.98, -0.735, -0.49, -0.2451, 0.0001817, 0.245, 0.4897, 0.734375, 0.9805]] TOL abs=0.002 rel=0.002
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x9xf16>) -> tensor<3x9xf16> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %n = arith.constant 9.0 : f32
  %e1 = tensor.empty() : tensor<3xf32>
  %e2 = tensor.empty() : tensor<3x9xf16>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x9xf16>) outs(%z : tensor<3xf32>) {
  ^bb0(%a: f16, %b: f32):
    %x0 = arith.extf %a : f16 to f32
    %v0 = arith.addf %x0, %b : f32
    linalg.yield %v0 : f32
  } -> tensor<3xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<3xf32>) outs(%e1 : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v0 = arith.divf %a, %n : f32
    linalg.yield %v0 : f32
  } -> tensor<3xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : tensor<3x9xf16>, tensor<3xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%a: f16, %m: f32, %b: f32):
    %x0 = arith.extf %a : f16 to f32
    %v1 = arith.subf %x0, %m : f32
    %v2 = arith.mulf %v1, %v1 : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %sq : tensor<3x9xf16>, tensor<3xf32>, tensor<3xf32>) outs(%e2 : tensor<3x9xf16>) {
  ^bb0(%a: f16, %m: f32, %v: f32, %o: f16):
    %x0 = arith.extf %a : f16 to f32
    %v0 = arith.subf %x0, %m : f32
    %v1 = arith.divf %v, %n : f32
    %v2 = arith.addf %v1, %eps : f32
    %v3 = math.rsqrt %v2 : f32
    %v4 = arith.mulf %v0, %v3 : f32
    %v5 = arith.truncf %v4 : f32 to f16
    linalg.yield %v5 : f16
  } -> tensor<3x9xf16>
  return %r : tensor<3x9xf16>
}
