// RUN: dlopt-opt %s -split-input-file -dlopt-cpu-runtime-calls | FileCheck %s

// CHECK: llvm.mlir.global internal constant @[[MESSAGE:.*]]("{{.*}}runtime_calls.mlir:{{[0-9]+}}:3: sizes differ\00")
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
  %0 = arith.truncf %a : f16 to f8E4M3FN
  %1 = arith.extf %b : f8E5M2 to f32
  %2 = math.expm1 %1 : f32
  return %0, %2 : f8E4M3FN, f32
}

// -----

// CHECK-LABEL: func.func @formats
// CHECK: call @dlopt_runtime_f8e4m3_to_f32
// CHECK: call @dlopt_runtime_f8e3m4_to_f32
// CHECK: call @dlopt_runtime_f8e5m2fnuz_to_f32
// CHECK: call @dlopt_runtime_f8e4m3fnuz_to_f32
// CHECK: call @dlopt_runtime_f8e4m3b11fnuz_to_f32
func.func @formats(%a: f8E4M3, %b: f8E3M4, %c: f8E5M2FNUZ, %d: f8E4M3FNUZ, %e: f8E4M3B11FNUZ) -> (f32, f32, f32, f32, f32) {
  %0 = arith.extf %a : f8E4M3 to f32
  %1 = arith.extf %b : f8E3M4 to f32
  %2 = arith.extf %c : f8E5M2FNUZ to f32
  %3 = arith.extf %d : f8E4M3FNUZ to f32
  %4 = arith.extf %e : f8E4M3B11FNUZ to f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// -----

// CHECK-LABEL: func.func @extremes
// CHECK: llvm.intr.maximum(%arg0, %arg0) : (f32, f32) -> f32
// CHECK: llvm.intr.minimum(%arg1, %arg1) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK: %[[FLAT:.*]] = vector.shape_cast %arg2 : vector<2x4xf64> to vector<8xf64>
// CHECK: %[[MAX:.*]] = llvm.intr.maximum(%[[FLAT]], %{{.*}}) : (vector<8xf64>
// CHECK: vector.shape_cast %[[MAX]] : vector<8xf64> to vector<2x4xf64>
// Which zero these give is left open.
// CHECK: arith.maxnumf
func.func @extremes(%a: f32, %b: vector<8xf32>, %c: vector<2x4xf64>) -> (f32, vector<8xf32>, vector<2x4xf64>, f32) {
  %0 = arith.maximumf %a, %a : f32
  %1 = arith.minimumf %b, %b : vector<8xf32>
  %2 = arith.maximumf %c, %c : vector<2x4xf64>
  %3 = arith.maxnumf %a, %a : f32
  return %0, %1, %2, %3 : f32, vector<8xf32>, vector<2x4xf64>, f32
}

// -----

// Conversions that the machine has, and bits that only move, stay.
// CHECK-LABEL: func.func @left_alone
// CHECK-NEXT: arith.extf %arg0 : f16 to f32
// CHECK-NEXT: arith.select %arg2, %arg1, %arg1 : f8E8M0FNU
// CHECK-NEXT: return
func.func @left_alone(%a: f16, %b: f8E8M0FNU, %c: i1) -> (f32, f8E8M0FNU) {
  %0 = arith.extf %a : f16 to f32
  %1 = arith.select %c, %b, %b : f8E8M0FNU
  return %0, %1 : f32, f8E8M0FNU
}
