// RUN: dlopt-opt %s -dlopt-reference-to-linalg | FileCheck %s

// The body in place, lowered too, also inside control flow; a yielded argument
// is the input itself.
// CHECK-LABEL: func.func @kernel
// CHECK: scf.if
// CHECK: linalg.matmul ins(%arg0, %arg1
// CHECK-NOT: dlopt
// CHECK: scf.yield %{{.*}}, %arg1
func.func @kernel(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: i1) -> (tensor<4x16xf32>, tensor<8x16xf32>) {
  %r:2 = scf.if %p -> (tensor<4x16xf32>, tensor<8x16xf32>) {
    %0:2 = dlopt.kernel %a, %b name "gemm" : (tensor<4x8xf32>, tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<8x16xf32>) {
    ^bb0(%x: tensor<4x8xf32>, %y: tensor<8x16xf32>):
      %1 = dlopt.matmul %x, %y : tensor<4x8xf32>, tensor<8x16xf32> -> tensor<4x16xf32>
      dlopt.yield %1, %y : tensor<4x16xf32>, tensor<8x16xf32>
    }
    scf.yield %0#0, %0#1 : tensor<4x16xf32>, tensor<8x16xf32>
  } else {
    scf.yield %c, %b : tensor<4x16xf32>, tensor<8x16xf32>
  }
  return %r#0, %r#1 : tensor<4x16xf32>, tensor<8x16xf32>
}
