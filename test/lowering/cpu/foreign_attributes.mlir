// What frameworks say of arguments is no reason to warn.
//
// RUN: dlopt-run %s --entry test --quiet 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=Unhandled
// CHECK: result 0: tensor<4xf32>

func.func @test(%a: tensor<4xf32> {ml_program.identifier = "a"}) -> (tensor<4xf32> {ml_program.identifier = "r"}) {
  %c = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%c) : (tensor<*xf32>) -> ()
  return %a : tensor<4xf32>
}
func.func private @printMemrefF32(tensor<*xf32>)
