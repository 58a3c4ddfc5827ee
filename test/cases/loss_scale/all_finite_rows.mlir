// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loss_scale/all_finite_rows
// KIND: rows all finite: |x| < inf reduced with and
// WHY: NaN compares false; a sum would lose 1e30 - 1e30 or make NaN of inf -
//   inf.
// CALL: @test
// IN 0: tensor<5x3xf32> = [[1.0, 2.0, 3.0], [1.0, inf, 0.0], [nan, 1.0, 1.0], [1e+30, -1e+30, 0.0], [-inf, inf, 1.0]]
// OUT 0: tensor<5xi1> = [1, 0, 0, 1, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5x3xf32>) -> tensor<5xi1> {
  %inf = arith.constant 0x7F800000 : f32
  %true = arith.constant true
  %e = tensor.empty() : tensor<5xi1>
  %i = linalg.fill ins(%true : i1) outs(%e : tensor<5xi1>) -> tensor<5xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x3xf32>) outs(%i : tensor<5xi1>) {
  ^bb0(%a: f32, %b: i1):
    %0 = math.absf %a : f32
    %1 = arith.cmpf olt, %0, %inf : f32
    %2 = arith.andi %1, %b : i1
    linalg.yield %2 : i1
  } -> tensor<5xi1>
  return %r : tensor<5xi1>
}
