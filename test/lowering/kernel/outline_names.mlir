// Kernels whose names would meet in those of their variants or launchers, also
// with functions of the program.
// RUN: dlopt-opt %s -dlopt-kernel-outline | FileCheck %s
// RUN: dlopt-opt %s -dlopt-kernel-outline -dlopt-host-to-device -dlopt-to-ptx | FileCheck %s --check-prefix=PTX
// CHECK-DAG: gpu.func @k(
// CHECK-DAG: gpu.func @k_any(
// CHECK-DAG: gpu.func @k_any_1(
// CHECK-DAG: gpu.func @k_any_1_any(
// CHECK-DAG: gpu.func @m_1(
// PTX: gpu.binary @k
func.func private @launch_m(%x: i64) {
  return
}
func.func @f(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %0 = dlopt.kernel %x name "k" : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: tensor<64xf32>):
    %1 = dlopt.softmax %a dim 0 : tensor<64xf32> -> tensor<64xf32>
    dlopt.yield %1 : tensor<64xf32>
  }
  %2 = dlopt.kernel %x name "k_any" : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: tensor<64xf32>):
    %1 = dlopt.softmax %a dim 0 log : tensor<64xf32> -> tensor<64xf32>
    dlopt.yield %1 : tensor<64xf32>
  }
  %3 = dlopt.kernel %x name "m" : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: tensor<64xf32>):
    %1 = dlopt.map %a : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%e: f32):
      %4 = math.exp %e : f32
      dlopt.yield %4 : f32
    }
    dlopt.yield %1 : tensor<64xf32>
  }
  return %0, %2, %3 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}
