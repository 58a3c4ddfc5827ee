// RUN: dlopt-opt %s -dlopt-cpu-keep-roundings -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @kept
// CHECK: arith.truncf %arg0 : f32 to bf16
// CHECK-NEXT: arith.extf %{{.*}} : bf16 to f32
func.func @kept(%a: f32) -> f32 {
  %0 = arith.truncf %a fastmath<contract> : f32 to bf16
  %1 = arith.extf %0 fastmath<contract> : bf16 to f32
  return %1 : f32
}

// Other operations keep their flags.
// CHECK-LABEL: func.func @others
// CHECK: arith.addf %{{.*}} fastmath<contract>
func.func @others(%a: f32) -> f32 {
  %0 = arith.addf %a, %a fastmath<contract> : f32
  return %0 : f32
}
