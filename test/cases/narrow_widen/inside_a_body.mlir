// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: narrow_widen/inside_a_body
// KIND: the pair inside the body of a generic
// CALL: @test
// IN 0: tensor<9xf32> = [1.0039062, 1.0117188, 3.1415927, -2.0078125, 0.1, 1e-08, 70000.0, 448.0, -0.3]
// OUT 0: tensor<9xf32> = [1.0, 1.015625, 3.140625, -2.0, 0.100097656, 1.0011718e-08, 70144.0, 448.0, -0.30078125] TOL exact
// OUT 1: tensor<9xf32> = [1.0039062, 1.0117188, 3.140625, -2.0078125, 0.099975586, 0.0, inf, 448.0, -0.30004883] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %e = tensor.empty() : tensor<9xf32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<9xf32>) outs(%e, %e : tensor<9xf32>, tensor<9xf32>) {
  ^bb0(%a: f32, %o: f32, %q: f32):
    %0 = arith.truncf %a : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.truncf %a : f32 to f16
    %3 = arith.extf %2 : f16 to f32
    linalg.yield %1, %3 : f32, f32
  } -> (tensor<9xf32>, tensor<9xf32>)
  return %r#0, %r#1 : tensor<9xf32>, tensor<9xf32>
}
