// Results without a finite number compare equal and show little: said so.
// RUN: %exits 0 dlopt-run %s --quiet --verify 2>&1 | FileCheck %s
// CHECK-DAG: verify: result 0: tensor<4xf32>: ok
// CHECK-DAG: warning: result 0 has no finite number, which shows little; try another --seed, or --arg
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.subf %x, %x : tensor<4xf32>
  %r = arith.divf %z, %z : tensor<4xf32>
  return %r : tensor<4xf32>
}
