// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: mixed_width/i1_reductions
// KIND: and, or, xor and count of i1 rows
// CALL: @test
// IN 0: tensor<3x3xi1> = [[1, 0, 1], [0, 0, 0], [1, 1, 1]]
// OUT 0: tensor<3xi1> = [0, 0, 1] TOL exact
// OUT 1: tensor<3xi1> = [1, 0, 1] TOL exact
// OUT 2: tensor<3xi1> = [0, 0, 1] TOL exact
// OUT 3: tensor<3xi32> = [2, 0, 3] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<3x3xi1>) -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<3xi32>) {
  %z0 = arith.constant true
  %e0 = tensor.empty() : tensor<3xi1>
  %i0 = linalg.fill ins(%z0 : i1) outs(%e0 : tensor<3xi1>) -> tensor<3xi1>
  %r0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x3xi1>) outs(%i0 : tensor<3xi1>) {
  ^bb0(%a: i1, %b: i1):
    %0 = arith.andi %a, %b : i1
    linalg.yield %0 : i1
  } -> tensor<3xi1>
  %z1 = arith.constant false
  %e1 = tensor.empty() : tensor<3xi1>
  %i1 = linalg.fill ins(%z1 : i1) outs(%e1 : tensor<3xi1>) -> tensor<3xi1>
  %r1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x3xi1>) outs(%i1 : tensor<3xi1>) {
  ^bb0(%a: i1, %b: i1):
    %0 = arith.ori %a, %b : i1
    linalg.yield %0 : i1
  } -> tensor<3xi1>
  %z2 = arith.constant false
  %e2 = tensor.empty() : tensor<3xi1>
  %i2 = linalg.fill ins(%z2 : i1) outs(%e2 : tensor<3xi1>) -> tensor<3xi1>
  %r2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x3xi1>) outs(%i2 : tensor<3xi1>) {
  ^bb0(%a: i1, %b: i1):
    %0 = arith.xori %a, %b : i1
    linalg.yield %0 : i1
  } -> tensor<3xi1>
  %zc = arith.constant 0 : i32
  %ec = tensor.empty() : tensor<3xi32>
  %ic = linalg.fill ins(%zc : i32) outs(%ec : tensor<3xi32>) -> tensor<3xi32>
  %rc = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x3xi1>) outs(%ic : tensor<3xi32>) {
  ^bb0(%a: i1, %b: i32):
    %0 = arith.extui %a : i1 to i32
    %1 = arith.addi %0, %b : i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  return %r0, %r1, %r2, %rc : tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<3xi32>
}
