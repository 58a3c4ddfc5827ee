// RUN: dlopt-opt %s -dlopt-cpu-unguard-fusion | FileCheck %s

// CHECK-LABEL: func.func @guarded
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4xf32>)

#id = affine_map<(a) -> (a)>
func.func @guarded(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = builtin.unrealized_conversion_cast %a : tensor<4xf32> to tensor<4xf32, "dlopt.fusion_guard">
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32, "dlopt.fusion_guard">) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A cast that is no guard is somebody else's.
// CHECK-LABEL: func.func @foreign
// CHECK: builtin.unrealized_conversion_cast %arg0 : tensor<4xf32> to tensor<4xf32, "other">
func.func @foreign(%a: tensor<4xf32>) -> tensor<4xf32, "other"> {
  %0 = builtin.unrealized_conversion_cast %a : tensor<4xf32> to tensor<4xf32, "other">
  return %0 : tensor<4xf32, "other">
}
