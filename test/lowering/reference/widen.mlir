// RUN: dlopt-opt %s -split-input-file -dlopt-reference-widen 2>%t.warnings | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN --input-file=%t.warnings

// Signatures, constants, fills and bodies are f64; a sum that the source makes in
// f16 is made in f64. Constants keep their value, not their decimal text.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%arg0: tensor<8xf64>) -> tensor<f64>
// CHECK: arith.constant 0.0999755859375 : f64
// CHECK: tensor.empty() : tensor<f64>
// CHECK: arith.addf %{{.*}}, %{{.*}} : f64
func.func @sum(%x: tensor<8xf16>) -> tensor<f16> {
  %start = arith.constant 0.1 : f16
  %e = tensor.empty() : tensor<f16>
  %z = linalg.fill ins(%start : f16) outs(%e : tensor<f16>) -> tensor<f16>
  %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<8xf16>) outs(%z : tensor<f16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.addf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<f16>
  return %s : tensor<f16>
}

// -----

// Extensions between two types that are f64 now are gone, 8-bit floats stay in
// memory as they are, integers are untouched.
// CHECK-LABEL: func.func @extensions
// CHECK-SAME: (%arg0: f64, %arg1: tensor<?xf8E4M3FN>, %arg2: i8) -> (f64, tensor<?xf64>, f64)
// CHECK-NEXT: %[[Q:.*]] = arith.extf %arg1 : tensor<?xf8E4M3FN> to tensor<?xf64>
// CHECK-NEXT: %[[I:.*]] = arith.sitofp %arg2 : i8 to f64
// CHECK-NEXT: return %arg0, %[[Q]], %[[I]]
func.func @extensions(%h: bf16, %q: tensor<?xf8E4M3FN>, %i: i8) -> (f32, tensor<?xf16>, f32) {
  %0 = arith.extf %h : bf16 to f32
  %1 = arith.extf %q : tensor<?xf8E4M3FN> to tensor<?xf16>
  %2 = arith.sitofp %i : i8 to f32
  return %0, %1, %2 : f32, tensor<?xf16>, f32
}

// -----

// A truncation rounds to the type it states, from f64 and once, also in the other
// directions, and to 8 bits.
// CHECK-LABEL: func.func @roundings
// CHECK: %[[F32:.*]] = arith.truncf %arg0 : f64 to f32
// CHECK: %[[WIDE:.*]] = arith.extf %[[F32]] : f32 to f64
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf64>)
// CHECK: %[[BF16:.*]] = arith.truncf %{{.*}} : f32 to bf16
// CHECK: %[[BACK:.*]] = arith.extf %[[BF16]] : bf16 to f64
// CHECK: linalg.yield %[[BACK]] : f64
// CHECK: %[[F8:.*]] = arith.truncf %arg0 : f64 to f8E5M2
// CHECK: return %[[WIDE]], %{{.*}}, %[[F8]] : f64, tensor<4xf64>, f8E5M2
func.func @roundings(%x: f64, %t: tensor<4xf32>) -> (f32, tensor<4xbf16>, f8E5M2) {
  %0 = arith.truncf %x : f64 to f32
  %1 = arith.truncf %t : tensor<4xf32> to tensor<4xbf16>
  %2 = arith.truncf %0 : f32 to f16
  %3 = arith.truncf %x : f64 to f8E5M2
  return %0, %1, %3 : f32, tensor<4xbf16>, f8E5M2
}

// -----

// Bits, foreign operations and functions without a body see the types they had.
// CHECK-LABEL: func.func private @outside(f32) -> tensor<2xf32>
// CHECK-LABEL: func.func @kept
// CHECK: %[[X:.*]] = arith.truncf %arg0 : f64 to f32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK: %[[Y:.*]] = arith.bitcast %[[BITS]] : i32 to f32
// CHECK: %[[WIDE:.*]] = arith.extf %[[Y]] : f32 to f64
// CHECK: %[[NARROW:.*]] = arith.truncf %[[WIDE]] : f64 to f32
// CHECK: %[[CALL:.*]] = call @outside(%[[NARROW]]) : (f32) -> tensor<2xf32>
// CHECK: %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[CALL]] : tensor<2xf32>)
// CHECK: %[[RE:.*]] = complex.re
// CHECK: %[[RE64:.*]] = arith.extf %[[RE]] : f32 to f64
// CHECK: return %[[RESULT]], %[[RE64]] : tensor<2xf64>, f64
func.func private @outside(f32) -> tensor<2xf32>
func.func @kept(%x: f32, %z: complex<f32>) -> (tensor<2xf32>, f32) {
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.bitcast %0 : i32 to f32
  %2 = func.call @outside(%1) : (f32) -> tensor<2xf32>
  %3 = complex.re %z : complex<f32>
  return %2, %3 : tensor<2xf32>, f32
}

// -----

// Control flow, calls, buffers, vectors and layouts.
// CHECK: memref.global "private" constant @weights : memref<3xf64> = dense<[1.000000e+00, 2.500000e+00, 0.10000000149011612]>
// CHECK-LABEL: func.func @flow
// CHECK-SAME: -> (f64, memref<2xf64, strided<[2]>>, vector<4xf64>)
// CHECK: scf.for {{.*}} -> (f64)
// CHECK: call @flow_callee(%{{.*}}) : (f64) -> f64
// CHECK: memref.get_global @weights : memref<3xf64>
// CHECK: memref.subview %{{.*}} : memref<3xf64> to memref<2xf64, strided<[2]>>
// CHECK: cf.br ^bb1(%{{.*}} : f64)
// CHECK: ^bb1(%{{.*}}: f64):
memref.global "private" constant @weights : memref<3xf32> = dense<[1.0, 2.5, 0.1]>
func.func private @flow_callee(%x: f16) -> f16 {
  return %x : f16
}
func.func @flow(%x: f16, %n: index) -> (f16, memref<2xf32, strided<[2]>>, vector<4xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f16) {
    %1 = func.call @flow_callee(%a) : (f16) -> f16
    scf.yield %1 : f16
  }
  %g = memref.get_global @weights : memref<3xf32>
  %s = memref.subview %g[0] [2] [2] : memref<3xf32> to memref<2xf32, strided<[2]>>
  cf.br ^end(%0 : f16)
^end(%r: f16):
  %v = vector.broadcast %r : f16 to vector<4xf16>
  return %r, %s, %v : f16, memref<2xf32, strided<[2]>>, vector<4xf16>
}

// -----

// Dense constants, splats, and resources of every narrow type.
// CHECK-LABEL: func.func @constants
// CHECK-DAG: dense<0.0999755859375> : tensor<100xf64>
// CHECK-DAG: dense<[1.000000e+00, 0x7FF0000000000000, -0.000000e+00]> : tensor<3xf64>
// CHECK-DAG: dense<[1.500000e+00, -2.000000e+00]> : tensor<2xf64>
// CHECK-DAG: dense<[1, 2]> : tensor<2xi32>
func.func @constants() -> (tensor<100xf16>, tensor<3xbf16>, tensor<2xf16>, tensor<2xi32>) {
  %0 = arith.constant dense<0.1> : tensor<100xf16>
  %1 = arith.constant dense<[1.0, 0x7F80, -0.0]> : tensor<3xbf16>
  %2 = arith.constant dense_resource<halves> : tensor<2xf16>
  %3 = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %0, %1, %2, %3 : tensor<100xf16>, tensor<3xbf16>, tensor<2xf16>, tensor<2xi32>
}
{-#
  dialect_resources: {
    builtin: {
      halves: "0x02000000003E00C0"
    }
  }
#-}

// -----

// Operations of dlopt become what defines them first: the statistics of a softmax
// are f64 then, and the one rounding at its end stays.
// CHECK-LABEL: func.func @definition
// CHECK-NOT: dlopt
// CHECK: arith.maximumf {{.*}} : f64
// CHECK: math.exp {{.*}} : f64
// CHECK: arith.divf {{.*}} : f64
// CHECK: arith.truncf {{.*}} : f32 to f16
// CHECK: linalg.yield %{{.*}} : f64
func.func @definition(%x: tensor<4x?xf16>) -> tensor<4x?xf16> {
  %0 = dlopt.softmax %x dim 1 : tensor<4x?xf16> -> tensor<4x?xf16>
  return %0 : tensor<4x?xf16>
}

// -----

// A function that cannot be widened and that nobody calls is left out.
// WARN: warning: 'func.call' op needs its types as they are{{.*}}; its function @main is left out
// CHECK: func.func private @print(tensor<*xf32>)
// CHECK-NOT: @main
// CHECK: func.func @computes(%arg0: f64)
func.func private @print(tensor<*xf32>)
func.func @main(%x: tensor<4xf32>) {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  call @print(%0) : (tensor<*xf32>) -> ()
  return
}
func.func @computes(%x: f32) -> f32 {
  return %x : f32
}
