// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/f32_one_column
// KIND: softmax over dimension 1 of tensor<7x1xf32>, written as generics
// WHY: A row of one element is 1 whatever the element.
// CALL: @test
// IN 0: tensor<7x1xf32> = [[-8.4765625e+29], [5.5859373e+29], [-1.25e+29], [4.453125e+29], [9.5703124e+29], [7.8125e+28], [3.90625e+27]]
// OUT 0: tensor<7x1xf32> = [[1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0]] TOL abs=1e-6 rel=2e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<7x1xf32>) -> tensor<7x1xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<7xf32>
  %e2 = tensor.empty() : tensor<7x1xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<7xf32>) -> tensor<7xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x1xf32>) outs(%mi : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<7xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mx : tensor<7x1xf32>, tensor<7xf32>) outs(%e2 : tensor<7x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %si = linalg.fill ins(%zero : f32) outs(%e1 : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<7x1xf32>) outs(%si : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<7x1xf32>, tensor<7xf32>) outs(%e2 : tensor<7x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<7x1xf32>
  return %r : tensor<7x1xf32>
}
