// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/log_f32
// KIND: log softmax over dimension 1 of tensor<3x3xf32>, written as generics
// WHY: x - max - log(sum): small probabilities must not come from
//   log(softmax), which is log(0).
// CALL: @test
// IN 0: tensor<3x3xf32> = [[0.0, 100.0, -100.0], [1000.0, 0.0, -1000.0], [-inf, 0.0, 0.0]]
// OUT 0: tensor<3x3xf32> = [[-100.0, 0.0, -200.0], [0.0, -1000.0, -2000.0], [-inf, -0.6931472, -0.6931472]] TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<3xf32>
  %e2 = tensor.empty() : tensor<3x3xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x3xf32>) outs(%mi : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<3x3xf32>, tensor<3xf32>) outs(%e2 : tensor<3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x3xf32>
  %si = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<3x3xf32>) outs(%si : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx, %s : tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>) outs(%e2 : tensor<3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.log %c : f32
    %2 = arith.subf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}
