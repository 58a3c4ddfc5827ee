// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: quantize/i8_257x1031_dynamic
// KIND: f32 to i8: divide, round half to even, add 5, clamp, convert
// WHY: Larger than any block, sizes known at run time.
// CALL: @test
// IN 0: tensor<257x1031xf32> = cyc(0.5, -1.5, 300.0, -300.0, 2.25)
// OUT 0: tensor<257x1031xi8> = cyc(5, 3, 127, -128, 7) TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf32>) -> tensor<?x?xi8> {
  %zp = arith.constant 5.0 : f32
  %lo = arith.constant -128.0 : f32
  %hi = arith.constant 127.0 : f32
  %s = arith.constant 1.0 : f32
  %e_i0 = arith.constant 0 : index
  %e_d0 = tensor.dim %x, %e_i0 : tensor<?x?xf32>
  %e_i1 = arith.constant 1 : index
  %e_d1 = tensor.dim %x, %e_i1 : tensor<?x?xf32>
  %e = tensor.empty(%e_d0, %e_d1) : tensor<?x?xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xi8>) {
  ^bb0(%a: f32, %o: i8):
    %0 = arith.divf %a, %s : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.addf %1, %zp : f32
    %3 = arith.maximumf %2, %lo : f32
    %4 = arith.minimumf %3, %hi : f32
    %5 = arith.fptosi %4 : f32 to i8
    linalg.yield %5 : i8
  } -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
