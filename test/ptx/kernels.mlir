// What the PTX has: 16-byte accesses through the read-only path, launch bounds,
// no local memory, source positions; and no spills where ptxas is there.
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90a -dlopt-to-ptx | %python %S/ptx_text.py | FileCheck %s
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90a -dlopt-to-ptx | %python %S/ptx_text.py | FileCheck %s --check-prefix=NEVER
// RUN: %if ptxas %{ dlopt-opt %s -dlopt-kernel-outline=target=sm_86 -dlopt-to-ptx | %python %S/ptx_text.py ptxas 4 %}
// RUN: %if ptxas %{ dlopt-opt %s -dlopt-kernel-outline=target=sm_90 -dlopt-to-ptx | %python %S/ptx_text.py ptxas 4 %}

// NEVER-NOT: .local
// NEVER-NOT: ld.param.v
// NEVER-NOT: __nv_

// CHECK: .target sm_90a
// CHECK-LABEL: .entry bias_tanh(
// CHECK: .maxntid 256, 1, 1
// CHECK: .minnctapersm 4
// CHECK-COUNT-4: ld.global.nc.v4.b32
// CHECK-NOT: ld.global
// CHECK: .loc{{.*}} [[# @LINE + 9]]
// CHECK: tanh.approx.f32
// CHECK: st.global.v4.b32
// CHECK: ret;
func.func @bias_tanh_residual(%x: tensor<4096x1024xf16>, %r: tensor<4096x1024xf16>) -> tensor<4096x1024xf16> {
  %0 = dlopt.kernel %x, %r name "bias_tanh" : (tensor<4096x1024xf16>, tensor<4096x1024xf16>) -> tensor<4096x1024xf16> {
  ^bb0(%a: tensor<4096x1024xf16>, %d: tensor<4096x1024xf16>):
    %1 = dlopt.map %a, %d : (tensor<4096x1024xf16>, tensor<4096x1024xf16>) -> tensor<4096x1024xf16> {
    ^bb0(%e: f16, %g: f16):
      %2 = arith.extf %e : f16 to f32
      %5 = math.tanh %2 : f32
      %6 = arith.truncf %5 : f32 to f16
      %7 = arith.addf %6, %g : f16
      dlopt.yield %7 : f16
    }
    dlopt.yield %1 : tensor<4096x1024xf16>
  }
  return %0 : tensor<4096x1024xf16>
}

// CHECK-LABEL: .entry softmax(
// CHECK: .maxntid 256, 1, 1
// CHECK-COUNT-4: ld.global.nc.v4.b32
// CHECK-NOT: ld.global
// CHECK: shfl.sync.bfly.b32
// CHECK: bar.sync
// CHECK: ex2.approx.ftz.f32
// CHECK: bar.sync
// CHECK-COUNT-4: st.global.v4.b32
// CHECK: ret;
func.func @f(%x: tensor<16384x8192xf16>) -> tensor<16384x8192xf16> {
  %0 = dlopt.kernel %x name "softmax" : (tensor<16384x8192xf16>) -> tensor<16384x8192xf16> {
  ^bb0(%a: tensor<16384x8192xf16>):
    %1 = dlopt.softmax %a dim 1 : tensor<16384x8192xf16> -> tensor<16384x8192xf16>
    dlopt.yield %1 : tensor<16384x8192xf16>
  }
  return %0 : tensor<16384x8192xf16>
}
