// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/f64_rank2
// KIND: softmax over dimension 1 of tensor<3x5xf64>, written as generics
// WHY: Statistics of f64 stay f64: exp of up to 900 needs the maximum
//   subtracted even there.
// CALL: @test
// IN 0: tensor<3x5xf64> = [[-116.015625, -854.296875, 87.890625, -116.015625, -144.140625], [-305.859375, -530.859375, 214.453125, -362.109375, -418.359375], [217.96875, 52.734375, -657.421875, 24.609375, -569.53125]]
// OUT 0: tensor<3x5xf64> = [[2.783817748615833e-89, 0.0, 1.0, 2.783817748615833e-89, 1.698667962404763e-101], [1.0743663185471873e-226, 0.0, 1.0, 4.000255929729458e-251, 1.4894405406318467e-275], [1.0, 1.7362918102452638e-72, 0.0, 1.059474267996132e-84, 0.0]] TOL abs=1e-14 rel=1e-12
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x5xf64>) -> tensor<3x5xf64> {
  %ninf = arith.constant 0xFFF0000000000000 : f64
  %zero = arith.constant 0.0 : f64
  %e1 = tensor.empty() : tensor<3xf64>
  %e2 = tensor.empty() : tensor<3x5xf64>
  %mi = linalg.fill ins(%ninf : f64) outs(%e1 : tensor<3xf64>) -> tensor<3xf64>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x5xf64>) outs(%mi : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.maximumf %a, %b : f64
    linalg.yield %0 : f64
  } -> tensor<3xf64>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<3x5xf64>, tensor<3xf64>) outs(%e2 : tensor<3x5xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.subf %a, %b : f64
    %1 = math.exp %0 : f64
    linalg.yield %1 : f64
  } -> tensor<3x5xf64>
  %si = linalg.fill ins(%zero : f64) outs(%e1 : tensor<3xf64>) -> tensor<3xf64>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<3x5xf64>) outs(%si : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.addf %a, %b : f64
    linalg.yield %0 : f64
  } -> tensor<3xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<3x5xf64>, tensor<3xf64>) outs(%e2 : tensor<3x5xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.divf %a, %b : f64
    linalg.yield %0 : f64
  } -> tensor<3x5xf64>
  return %r : tensor<3x5xf64>
}
