// PTX of products by warpgroups, and that ptxas neither spills nor serialises.
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90a -dlopt-to-ptx | %python %S/ptx_text.py | FileCheck %s
// RUN: %if ptxas %{ dlopt-opt %s -dlopt-kernel-outline=target=sm_90a -dlopt-to-ptx | %python %S/ptx_text.py ptxas 8 %}

// Maps by value, registers from one warpgroup to the others.
// CHECK-LABEL: .entry f16_nt(
// CHECK-COUNT-2: .param .align 64 .b8 f16_nt_param_{{[0-9]}}[128]
// CHECK: .maxntid 384, 1, 1
// CHECK-NOT: .local
// CHECK: mbarrier.init.shared.b64
// CHECK: fence.mbarrier_init.release.cluster
// CHECK: setmaxnreg.dec.sync.aligned.u32 24
// CHECK: mbarrier.arrive.expect_tx
// CHECK-COUNT-2: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
// CHECK: setmaxnreg.inc.sync.aligned.u32 240
// CHECK: wgmma.fence.sync.aligned
// CHECK-COUNT-4: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// CHECK: wgmma.wait_group.sync.aligned 0
// CHECK: mbarrier.arrive
// CHECK: st.global.v4.b32
// CHECK: ret;

// CHECK-LABEL: .entry bf16_nn(
// CHECK-COUNT-5: cp.async.bulk.tensor.2d.shared::cluster.global
// CHECK-COUNT-4: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16
// CHECK-LABEL: .entry f16_1024(
// CHECK: mbarrier.arrive.expect_tx
// CHECK-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
// CHECK-LABEL: .entry epilogue(
// CHECK-COUNT-4: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// CHECK: tanh.approx.f32

func.func @f_f16_nt(%a: tensor<4096x4096xf16>, %b: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  %0 = dlopt.kernel %a, %b name "f16_nt" : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  ^bb0(%x: tensor<4096x4096xf16>, %y: tensor<4096x4096xf16>):
    %1 = dlopt.matmul %x, %y transposed : tensor<4096x4096xf16>, tensor<4096x4096xf16> -> tensor<4096x4096xf16>
    dlopt.yield %1 : tensor<4096x4096xf16>
  }
  return %0 : tensor<4096x4096xf16>
}

func.func @f_bf16_nn(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = dlopt.kernel %a, %b name "bf16_nn" : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  ^bb0(%x: tensor<4096x4096xbf16>, %y: tensor<4096x4096xbf16>):
    %1 = dlopt.matmul %x, %y : tensor<4096x4096xbf16>, tensor<4096x4096xbf16> -> tensor<4096x4096xbf16>
    dlopt.yield %1 : tensor<4096x4096xbf16>
  }
  return %0 : tensor<4096x4096xbf16>
}

func.func @f_f16_1024(%a: tensor<1024x1024xf16>, %b: tensor<1024x1024xf16>) -> tensor<1024x1024xf16> {
  %0 = dlopt.kernel %a, %b name "f16_1024" : (tensor<1024x1024xf16>, tensor<1024x1024xf16>) -> tensor<1024x1024xf16> {
  ^bb0(%x: tensor<1024x1024xf16>, %y: tensor<1024x1024xf16>):
    %1 = dlopt.matmul %x, %y : tensor<1024x1024xf16>, tensor<1024x1024xf16> -> tensor<1024x1024xf16>
    dlopt.yield %1 : tensor<1024x1024xf16>
  }
  return %0 : tensor<1024x1024xf16>
}

func.func @f_epilogue(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?xf16>, %d: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %0 = dlopt.kernel %a, %b, %c, %d name "epilogue" : (tensor<?x?xf16>, tensor<?x?xf16>, tensor<?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16> {
  ^bb0(%x: tensor<?x?xf16>, %y: tensor<?x?xf16>, %z: tensor<?xf16>, %w: tensor<?x?xf16>):
    %1 = dlopt.matmul %x, %y : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
    %2 = dlopt.map %1, %z, %w dims [[0, 1], [1], [0, 1]] : (tensor<?x?xf32>, tensor<?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16> {
    ^bb1(%p: f32, %q: f16, %r: f16):
      %s = arith.extf %q : f16 to f32
      %t = arith.addf %p, %s : f32
      %u = math.tanh %t : f32
      %v = arith.extf %r : f16 to f32
      %n = arith.addf %u, %v : f32
      %o = arith.truncf %n : f32 to f16
      dlopt.yield %o : f16
    }
    dlopt.yield %2 : tensor<?x?xf16>
  }
  return %0 : tensor<?x?xf16>
}
