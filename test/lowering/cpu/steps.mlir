// RUN: dlopt-opt %s -split-input-file -dlopt-cpu-mark-entries -dlopt-cpu-keep-roundings -dlopt-cpu-runtime-calls | FileCheck %s

// CHECK-LABEL: func.func @entry
// CHECK-SAME: %arg0: tensor<4xf32> {bufferization.writable = false}, %arg1: index
// CHECK-SAME: llvm.emit_c_interface
func.func @entry(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
// CHECK-LABEL: func.func private @inner
// CHECK-NOT: writable
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// CHECK-LABEL: func.func private @outside(tensor<*xf32> {bufferization.access = "read"})
func.func private @outside(tensor<*xf32>)

// -----

// CHECK: llvm.mlir.global internal constant @[[MESSAGE:.*]]("{{.*}}steps.mlir:{{[0-9]+}}:3: sizes differ\00")
// CHECK-LABEL: func.func @check
// CHECK: %[[WRONG:.*]] = arith.xori %arg0, %true
// CHECK: scf.if %[[WRONG]]
// CHECK: %[[TEXT:.*]] = llvm.mlir.addressof @[[MESSAGE]]
// CHECK: func.call @dlopt_runtime_assert_failed(%[[TEXT]])
func.func @check(%ok: i1) {
  cf.assert %ok, "sizes differ"
  return
}

// -----

// CHECK-LABEL: func.func @narrow
// CHECK: %[[WIDE:.*]] = arith.extf %arg0 : f16 to f64
// CHECK: call @dlopt_runtime_f8e4m3fn_from_f64(%[[WIDE]]) : (f64) -> i32
// CHECK: call @dlopt_runtime_f8e5m2_to_f32(%{{.*}}) : (i32) -> f32
// CHECK: call @expm1f
func.func @narrow(%a: f16, %b: f8E5M2) -> (f8E4M3FN, f32) {
  %0 = arith.truncf %a fastmath<contract> : f16 to f8E4M3FN
  %1 = arith.extf %b : f8E5M2 to f32
  %2 = math.expm1 %1 : f32
  return %0, %2 : f8E4M3FN, f32
}

// -----

// CHECK-LABEL: func.func @kept
// CHECK: arith.truncf %arg0 : f32 to bf16
// CHECK-NEXT: arith.extf %{{.*}} : bf16 to f32
func.func @kept(%a: f32) -> f32 {
  %0 = arith.truncf %a fastmath<contract> : f32 to bf16
  %1 = arith.extf %0 fastmath<contract> : bf16 to f32
  return %1 : f32
}
