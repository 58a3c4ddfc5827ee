// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: long_sum/bf16_70000_ones_f32
// KIND: sum of tensor<70000xbf16> over [0] in f32
// WHY: A bf16 accumulator sticks at 256.
// CALL: @test
// IN 0: tensor<70000xbf16> = splat(1.0)
// OUT 0: tensor<f32> = 70000.0 TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<70000xbf16>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<70000xbf16>) outs(%i : tensor<f32>) {
  ^bb0(%a: bf16, %b: f32):
    %0 = arith.extf %a : bf16 to f32
    %s = arith.addf %0, %b : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
