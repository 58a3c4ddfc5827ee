// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: loops/while_doubles
// KIND: scf.while that doubles a tensor until its first element passes 100
// WHY: The condition reads the tensor that the body replaces.
// CALL: @test
// IN 0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// OUT 0: tensor<4xf32> = [128.0, 256.0, 384.0, 512.0] TOL exact
// HOW: worked out by hand, step by step.

func.func @test(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 100.0 : f32
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %v = tensor.extract %a[%c0] : tensor<4xf32>
    %c = arith.cmpf olt, %v, %limit : f32
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %d = arith.addf %a, %a : tensor<4xf32>
    scf.yield %d : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
