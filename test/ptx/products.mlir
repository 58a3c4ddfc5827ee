// PTX of products: what is in it, for each kind of element; and no spills where
// ptxas is there.
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90 -dlopt-to-ptx | %python %S/ptx_text.py | FileCheck %s
// RUN: dlopt-opt %s -dlopt-kernel-outline=target=sm_90a -dlopt-to-ptx | %python %S/ptx_text.py | FileCheck %s --check-prefix=NEVER
// RUN: %if ptxas %{ dlopt-opt %s -dlopt-kernel-outline=target=sm_80 -dlopt-to-ptx | %python %S/ptx_text.py ptxas 32 %}
// RUN: %if ptxas %{ dlopt-opt %s -dlopt-kernel-outline=target=sm_86 -dlopt-to-ptx | %python %S/ptx_text.py ptxas 32 %}
// RUN: %if ptxas %{ dlopt-opt %s -dlopt-kernel-outline=target=sm_89 -dlopt-to-ptx | %python %S/ptx_text.py ptxas 32 %}
// RUN: %if ptxas %{ dlopt-opt %s -dlopt-kernel-outline=target=sm_90a -dlopt-to-ptx | %python %S/ptx_text.py ptxas 32 %}

// NEVER-NOT: .local
// NEVER-NOT: atom.

// Whole chunks to shared memory past the registers, fragments from there, the
// result in lines.
// CHECK-LABEL: .entry f16_large_nt(
// CHECK: .maxntid 256, 1, 1
// CHECK-COUNT-48: cp.async.cg.shared.global
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK-COUNT-96: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK-NOT: st.global.b16
// CHECK: st.global.v4.b32
// CHECK: ret;

// Any alignment: element by element, but the same instructions.
// CHECK-LABEL: .entry f16_large_nt_any(
// CHECK-NOT: cp.async.cg
// CHECK: ld.global.nc.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: ret;

// Both transposed: matrices turn on their way to registers.
// CHECK-LABEL: .entry f16_large_tt(
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK-LABEL: .entry bf16_large_nn(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// CHECK-LABEL: .entry tf32_large_nt(
// CHECK: cp.async.cg
// CHECK: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
// CHECK-LABEL: .entry i8_large_nt(
// CHECK: cp.async.cg
// CHECK: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
// CHECK-LABEL: .entry fp8_large_nt(
// CHECK: cp.async.cg
// CHECK: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32

// f32 stays f32, f64 f64.
// CHECK-LABEL: .entry f32_large(
// CHECK-NOT: mma.sync
// CHECK-COUNT-64: fma.rn.f32
// CHECK-LABEL: .entry f64(
// CHECK: fma.rn.f64

func.func @f_f16_large_nt(%a: tensor<4096x4096xf16>, %b: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  %0 = dlopt.kernel %a, %b name "f16_large_nt" : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  ^bb0(%x: tensor<4096x4096xf16>, %y: tensor<4096x4096xf16>):
    %1 = dlopt.matmul %x, %y transposed  : tensor<4096x4096xf16>, tensor<4096x4096xf16> -> tensor<4096x4096xf16>
    dlopt.yield %1 : tensor<4096x4096xf16>
  }
  return %0 : tensor<4096x4096xf16>
}

func.func @f_f16_large_tt(%a: tensor<4096x4096xf16>, %b: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  %0 = dlopt.kernel %a, %b name "f16_large_tt" : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  ^bb0(%x: tensor<4096x4096xf16>, %y: tensor<4096x4096xf16>):
    %1 = dlopt.matmul %x transposed, %y transposed  : tensor<4096x4096xf16>, tensor<4096x4096xf16> -> tensor<4096x4096xf16>
    dlopt.yield %1 : tensor<4096x4096xf16>
  }
  return %0 : tensor<4096x4096xf16>
}

func.func @f_bf16_large_nn(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = dlopt.kernel %a, %b name "bf16_large_nn" : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  ^bb0(%x: tensor<4096x4096xbf16>, %y: tensor<4096x4096xbf16>):
    %1 = dlopt.matmul %x, %y  : tensor<4096x4096xbf16>, tensor<4096x4096xbf16> -> tensor<4096x4096xbf16>
    dlopt.yield %1 : tensor<4096x4096xbf16>
  }
  return %0 : tensor<4096x4096xbf16>
}

func.func @f_f16_small(%a: tensor<256x512xf16>, %b: tensor<512x256xf16>) -> tensor<256x256xf16> {
  %0 = dlopt.kernel %a, %b name "f16_small" : (tensor<256x512xf16>, tensor<512x256xf16>) -> tensor<256x256xf16> {
  ^bb0(%x: tensor<256x512xf16>, %y: tensor<512x256xf16>):
    %1 = dlopt.matmul %x, %y  : tensor<256x512xf16>, tensor<512x256xf16> -> tensor<256x256xf16>
    dlopt.yield %1 : tensor<256x256xf16>
  }
  return %0 : tensor<256x256xf16>
}

func.func @f_f16_odd(%a: tensor<255x511xf16>, %b: tensor<511x257xf16>) -> tensor<255x257xf16> {
  %0 = dlopt.kernel %a, %b name "f16_odd" : (tensor<255x511xf16>, tensor<511x257xf16>) -> tensor<255x257xf16> {
  ^bb0(%x: tensor<255x511xf16>, %y: tensor<511x257xf16>):
    %1 = dlopt.matmul %x, %y  : tensor<255x511xf16>, tensor<511x257xf16> -> tensor<255x257xf16>
    dlopt.yield %1 : tensor<255x257xf16>
  }
  return %0 : tensor<255x257xf16>
}

func.func @f_f16_dynamic(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %0 = dlopt.kernel %a, %b name "f16_dynamic" : (tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16> {
  ^bb0(%x: tensor<?x?xf16>, %y: tensor<?x?xf16>):
    %1 = dlopt.matmul %x, %y  : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf16>
    dlopt.yield %1 : tensor<?x?xf16>
  }
  return %0 : tensor<?x?xf16>
}

func.func @f_tf32_large_nt(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = dlopt.kernel %a, %b name "tf32_large_nt" : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  ^bb0(%x: tensor<4096x4096xf32>, %y: tensor<4096x4096xf32>):
    %1 = dlopt.matmul %x, %y transposed numerics tf32 : tensor<4096x4096xf32>, tensor<4096x4096xf32> -> tensor<4096x4096xf32>
    dlopt.yield %1 : tensor<4096x4096xf32>
  }
  return %0 : tensor<4096x4096xf32>
}

func.func @f_tf32_large_nn(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = dlopt.kernel %a, %b name "tf32_large_nn" : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  ^bb0(%x: tensor<4096x4096xf32>, %y: tensor<4096x4096xf32>):
    %1 = dlopt.matmul %x, %y numerics tf32 : tensor<4096x4096xf32>, tensor<4096x4096xf32> -> tensor<4096x4096xf32>
    dlopt.yield %1 : tensor<4096x4096xf32>
  }
  return %0 : tensor<4096x4096xf32>
}

func.func @f_i8_large_nt(%a: tensor<4096x4096xi8>, %b: tensor<4096x4096xi8>) -> tensor<4096x4096xi32> {
  %0 = dlopt.kernel %a, %b name "i8_large_nt" : (tensor<4096x4096xi8>, tensor<4096x4096xi8>) -> tensor<4096x4096xi32> {
  ^bb0(%x: tensor<4096x4096xi8>, %y: tensor<4096x4096xi8>):
    %1 = dlopt.matmul %x, %y transposed  : tensor<4096x4096xi8>, tensor<4096x4096xi8> -> tensor<4096x4096xi32>
    dlopt.yield %1 : tensor<4096x4096xi32>
  }
  return %0 : tensor<4096x4096xi32>
}

func.func @f_i8_large_nn(%a: tensor<4096x4096xi8>, %b: tensor<4096x4096xi8>) -> tensor<4096x4096xi32> {
  %0 = dlopt.kernel %a, %b name "i8_large_nn" : (tensor<4096x4096xi8>, tensor<4096x4096xi8>) -> tensor<4096x4096xi32> {
  ^bb0(%x: tensor<4096x4096xi8>, %y: tensor<4096x4096xi8>):
    %1 = dlopt.matmul %x, %y  : tensor<4096x4096xi8>, tensor<4096x4096xi8> -> tensor<4096x4096xi32>
    dlopt.yield %1 : tensor<4096x4096xi32>
  }
  return %0 : tensor<4096x4096xi32>
}

func.func @f_fp8_large_nt(%a: tensor<4096x4096xf8E4M3FN>, %b: tensor<4096x4096xf8E4M3FN>) -> tensor<4096x4096xf16> {
  %0 = dlopt.kernel %a, %b name "fp8_large_nt" : (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>) -> tensor<4096x4096xf16> {
  ^bb0(%x: tensor<4096x4096xf8E4M3FN>, %y: tensor<4096x4096xf8E4M3FN>):
    %1 = dlopt.matmul %x, %y transposed  : tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN> -> tensor<4096x4096xf16>
    dlopt.yield %1 : tensor<4096x4096xf16>
  }
  return %0 : tensor<4096x4096xf16>
}

func.func @f_fp8_large_nn(%a: tensor<4096x4096xf8E4M3FN>, %b: tensor<4096x4096xf8E4M3FN>) -> tensor<4096x4096xf16> {
  %0 = dlopt.kernel %a, %b name "fp8_large_nn" : (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>) -> tensor<4096x4096xf16> {
  ^bb0(%x: tensor<4096x4096xf8E4M3FN>, %y: tensor<4096x4096xf8E4M3FN>):
    %1 = dlopt.matmul %x, %y  : tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN> -> tensor<4096x4096xf16>
    dlopt.yield %1 : tensor<4096x4096xf16>
  }
  return %0 : tensor<4096x4096xf16>
}

func.func @f_f32_large(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = dlopt.kernel %a, %b name "f32_large" : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  ^bb0(%x: tensor<4096x4096xf32>, %y: tensor<4096x4096xf32>):
    %1 = dlopt.matmul %x, %y  : tensor<4096x4096xf32>, tensor<4096x4096xf32> -> tensor<4096x4096xf32>
    dlopt.yield %1 : tensor<4096x4096xf32>
  }
  return %0 : tensor<4096x4096xf32>
}

func.func @f_f32_odd(%a: tensor<1023x1027xf32>, %b: tensor<1027x1025xf32>) -> tensor<1023x1025xf32> {
  %0 = dlopt.kernel %a, %b name "f32_odd" : (tensor<1023x1027xf32>, tensor<1027x1025xf32>) -> tensor<1023x1025xf32> {
  ^bb0(%x: tensor<1023x1027xf32>, %y: tensor<1027x1025xf32>):
    %1 = dlopt.matmul %x, %y  : tensor<1023x1027xf32>, tensor<1027x1025xf32> -> tensor<1023x1025xf32>
    dlopt.yield %1 : tensor<1023x1025xf32>
  }
  return %0 : tensor<1023x1025xf32>
}

func.func @f_f64(%a: tensor<1024x1024xf64>, %b: tensor<1024x1024xf64>) -> tensor<1024x1024xf64> {
  %0 = dlopt.kernel %a, %b name "f64" : (tensor<1024x1024xf64>, tensor<1024x1024xf64>) -> tensor<1024x1024xf64> {
  ^bb0(%x: tensor<1024x1024xf64>, %y: tensor<1024x1024xf64>):
    %1 = dlopt.matmul %x, %y  : tensor<1024x1024xf64>, tensor<1024x1024xf64> -> tensor<1024x1024xf64>
    dlopt.yield %1 : tensor<1024x1024xf64>
  }
  return %0 : tensor<1024x1024xf64>
}

func.func @f_i64(%a: tensor<512x512xi64>, %b: tensor<512x512xi64>) -> tensor<512x512xi64> {
  %0 = dlopt.kernel %a, %b name "i64" : (tensor<512x512xi64>, tensor<512x512xi64>) -> tensor<512x512xi64> {
  ^bb0(%x: tensor<512x512xi64>, %y: tensor<512x512xi64>):
    %1 = dlopt.matmul %x, %y  : tensor<512x512xi64>, tensor<512x512xi64> -> tensor<512x512xi64>
    dlopt.yield %1 : tensor<512x512xi64>
  }
  return %0 : tensor<512x512xi64>
}
