// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: matmul_integer/i8_k0_dynamic
// KIND: int8 matmul with K = 0
// WHY: No products: zeros, not what was in memory.
// CALL: @test
// IN 0: tensor<3x0xi8> = splat(0)
// IN 1: tensor<0x2xi8> = splat(0)
// OUT 0: tensor<3x2xi32> = [[0, 0], [0, 0], [0, 0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<?x?xi8>, %y: tensor<?x?xi8>) -> tensor<?x?xi32> {
  %iz = arith.constant 0 : i32
  %cm = arith.constant 0 : index
  %cn = arith.constant 1 : index
  %m = tensor.dim %x, %cm : tensor<?x?xi8>
  %n = tensor.dim %y, %cn : tensor<?x?xi8>
  %ie = tensor.empty(%m, %n) : tensor<?x?xi32>
  %i = linalg.fill ins(%iz : i32) outs(%ie : tensor<?x?xi32>) -> tensor<?x?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<?x?xi8>, tensor<?x?xi8>) outs(%i : tensor<?x?xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %x0 = arith.extsi %a : i8 to i32
    %x1 = arith.extsi %b : i8 to i32
    %p = arith.muli %x0, %x1 : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
