// RUN: dlopt-opt %s --dlopt-import-from-linalg=keep-accumulators | FileCheck %s

// The sum stays in f16 because the source sums in f16.
// CHECK: dlopt.matmul %arg0, %arg1 init %arg2 accumulate f16
// CHECK: dlopt.reduce add %arg0 dims [1] init %arg3 accumulate f16
func.func @narrow_sum(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf16>, %d: tensor<4xf16>)
    -> (tensor<4x4xf16>, tensor<4xf16>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>)
      outs(%c : tensor<4x4xf16>) -> tensor<4x4xf16>
  %1 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf16>) outs(%d : tensor<4xf16>) dimensions = [1]
  return %0, %1 : tensor<4x4xf16>, tensor<4xf16>
}
