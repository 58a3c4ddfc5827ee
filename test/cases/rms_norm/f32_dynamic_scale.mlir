// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: rms_norm/f32_dynamic_scale
// KIND: RMS norm of tensor<?x?xf32>, statistics in f32, rsqrt form
// WHY: f32, both sizes dynamic, with a scale.
// CALL: @test
// IN 0: tensor<5x7xf32> = [[-2.0742188, 1.4414062, -1.4179688, 0.19921875, -2.9179688, 2.5078125, 2.4023438], [-2.8007812, 2.7421875, -2.1796875, -1.3007812, 0.6328125, 2.6601562, 2.1210938], [-2.9882812, 0.12890625, 0.31640625, -0.08203125, 1.6054688, -2.0390625, 1.5820312], [-2.8710938, -2.1914062, -2.296875, -1.1367188, 1.03125, -0.17578125, 1.8984375], [-1.265625, 1.3945312, 1.21875, -1.03125, -0.99609375, 2.8710938, 0.75]]
// IN 1: tensor<7xf32> = [1.109375, -1.046875, 1.296875, 1.859375, 1.890625, -0.1875, 0.4375]
// OUT 0: tensor<5x7xf32> = [[-1.1304293, -0.741296, -0.9033899, 0.1819733, -2.7101696, -0.23099723, 0.5163256], [-1.4143527, -1.3067487, -1.286745, -1.1009597, 0.5446037, -0.22704323, 0.42241377], [-2.0508087, -0.08348224, 0.25384492, -0.09435646, 1.8777275, 0.23651415, 0.42817217], [-1.7091002, 1.2310041, -1.5983698, -1.1341273, 1.0461913, 0.017685428, 0.4456728], [-0.9318075, -0.96887076, 1.0489517, -1.2725466, -1.2498226, -0.3572658, 0.21776201]] TOL abs=1e-5 rel=1e-5
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xf32>, %g: tensor<?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-06 : f32
  %cl = arith.constant 1 : index
  %dl = tensor.dim %x, %cl : tensor<?x?xf32>
  %di = arith.index_cast %dl : index to i64
  %n = arith.sitofp %di : i64 to f32
  %e1_i0 = arith.constant 0 : index
  %e1_d0 = tensor.dim %x, %e1_i0 : tensor<?x?xf32>
  %e1 = tensor.empty(%e1_d0) : tensor<?xf32>
  %e2_i0 = arith.constant 0 : index
  %e2_d0 = tensor.dim %x, %e2_i0 : tensor<?x?xf32>
  %e2_i1 = arith.constant 1 : index
  %e2_d1 = tensor.dim %x, %e2_i1 : tensor<?x?xf32>
  %e2 = tensor.empty(%e2_d0, %e2_d1) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v2 = arith.mulf %a, %a : f32
    %v3 = arith.addf %v2, %b : f32
    linalg.yield %v3 : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq, %g : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e2 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %v: f32, %gv: f32, %o: f32):
    %v0 = arith.divf %v, %n : f32
    %v1 = arith.addf %v0, %eps : f32
    %v2 = math.rsqrt %v1 : f32
    %v3 = arith.mulf %a, %v2 : f32
    %v4 = arith.mulf %v3, %gv : f32
    linalg.yield %v4 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
