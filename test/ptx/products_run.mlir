// Programs of products on the emulator: several products of one left side, what
// comes before and behind them, sizes that are not known.
// RUN: dlopt-run %s --target emulate --verify --quiet --entry gate_up --shape 0=50x72 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry gate_up --shape 0=1x72 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry gate_up --shape 0=0x72 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry qkv  | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry prologue --shape 0=50x64 --shape 1=50 --shape 4=50x40 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry turned  | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry three  | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry mm --shape 0=40x64 --shape 1=64x72 --shape 2=72 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry mm --shape 0=7x13 --shape 1=13x9 --shape 2=9 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry mm --shape 0=128x0 --shape 1=0x24 --shape 2=24 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry mm --shape 0=0x16 --shape 1=16x8 --shape 2=8 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry mm --shape 0=16x16 --shape 1=16x0 --shape 2=0 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry mm --shape 0=200x40 --shape 1=40x264 --shape 2=264 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry conv_nhwc | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry conv_nchw | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry conv_1x1 --shape 0=3x9x9x32 --shape 2=3x9x9x48 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry conv_groups | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry conv_prologue | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry fp8 --sm sm_89 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry fp8 --sm sm_80 | FileCheck %s

// CHECK: verify: result 0: {{.*}}: ok

func.func @gate_up(%x: tensor<?x72xf16>, %g: tensor<72x48xf16>, %u: tensor<72x48xf16>) -> tensor<?x48xf16> {
  %0 = dlopt.matmul %x, %g : tensor<?x72xf16>, tensor<72x48xf16> -> tensor<?x48xf16>
  %2 = dlopt.matmul %x, %u : tensor<?x72xf16>, tensor<72x48xf16> -> tensor<?x48xf16>
  %3 = dlopt.map %0, %2 : (tensor<?x48xf16>, tensor<?x48xf16>) -> tensor<?x48xf16> {
  ^bb0(%a: f16, %c: f16):
    %n = arith.negf %a : f16
    %e = math.exp %n : f16
    %one = arith.constant 1.0 : f16
    %s = arith.addf %one, %e : f16
    %q = arith.divf %a, %s : f16
    %d = arith.mulf %q, %c : f16
    dlopt.yield %d : f16
  }
  return %3 : tensor<?x48xf16>
}

func.func @qkv(%x: tensor<40x64xf32>, %q: tensor<64x80xf32>, %k: tensor<64x16xf32>, %v: tensor<64x16xf32>, %b: tensor<80xf32>)
    -> (tensor<40x80xf32>, tensor<40x16xf16>, tensor<40x16xf32>) {
  %0 = dlopt.matmul %x, %q : tensor<40x64xf32>, tensor<64x80xf32> -> tensor<40x80xf32>
  %1 = dlopt.map %0, %b dims [[0, 1], [1]] : (tensor<40x80xf32>, tensor<80xf32>) -> tensor<40x80xf32> {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    dlopt.yield %d : f32
  }
  %2 = dlopt.matmul %x, %k : tensor<40x64xf32>, tensor<64x16xf32> -> tensor<40x16xf32>
  %3 = dlopt.cast %2 : tensor<40x16xf32> to tensor<40x16xf16>
  %4 = dlopt.matmul %x, %v : tensor<40x64xf32>, tensor<64x16xf32> -> tensor<40x16xf32>
  return %1, %3, %4 : tensor<40x80xf32>, tensor<40x16xf16>, tensor<40x16xf32>
}

func.func @prologue(%x: tensor<?x64xf32>, %s: tensor<?xf32>, %w: tensor<64x40xi8>, %c: tensor<40xf16>, %r: tensor<?x40xf16>) -> (tensor<?x40xf16>, tensor<?x40xf16>) {
  %0 = dlopt.map %x, %s dims [[0, 1], [0]] : (tensor<?x64xf32>, tensor<?xf32>) -> tensor<?x64xf16> {
  ^bb0(%a: f32, %b: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.truncf %m : f32 to f16
    dlopt.yield %t : f16
  }
  %1 = dlopt.map %w, %c dims [[0, 1], [1]] : (tensor<64x40xi8>, tensor<40xf16>) -> tensor<64x40xf16> {
  ^bb0(%a: i8, %b: f16):
    %m = arith.sitofp %a : i8 to f16
    %t = arith.mulf %m, %b : f16
    dlopt.yield %t : f16
  }
  %2 = dlopt.matmul %0, %1 : tensor<?x64xf16>, tensor<64x40xf16> -> tensor<?x40xf16>
  %3 = dlopt.map %2, %r : (tensor<?x40xf16>, tensor<?x40xf16>) -> tensor<?x40xf16> {
  ^bb0(%a: f16, %b: f16):
    %m = arith.addf %a, %b : f16
    dlopt.yield %m : f16
  }
  return %2, %3 : tensor<?x40xf16>, tensor<?x40xf16>
}

func.func @turned(%x: tensor<33x64xf16>, %w: tensor<64x40xf16>) -> tensor<40x33xf32> {
  %2 = dlopt.matmul %x, %w : tensor<33x64xf16>, tensor<64x40xf16> -> tensor<33x40xf32>
  %3 = dlopt.map %2 dims [[1, 0]] : (tensor<33x40xf32>) -> tensor<40x33xf32> {
  ^bb0(%a: f32):
    %m = math.tanh %a : f32
    dlopt.yield %m : f32
  }
  return %3 : tensor<40x33xf32>
}

func.func @three(%x: tensor<70x64xf16>, %a: tensor<64x128xf16>, %b: tensor<64x128xf16>, %c: tensor<64x128xf16>) -> (tensor<70x128xf16>, tensor<70x128xf16>) {
  %0 = dlopt.matmul %x, %a : tensor<70x64xf16>, tensor<64x128xf16> -> tensor<70x128xf16>
  %1 = dlopt.matmul %x, %b : tensor<70x64xf16>, tensor<64x128xf16> -> tensor<70x128xf16>
  %2 = dlopt.matmul %x, %c : tensor<70x64xf16>, tensor<64x128xf16> -> tensor<70x128xf16>
  %3 = dlopt.map %0, %1, %2 : (tensor<70x128xf16>, tensor<70x128xf16>, tensor<70x128xf16>) -> tensor<70x128xf16> {
  ^bb0(%e: f16, %f: f16, %g: f16):
    %m = arith.addf %e, %f : f16
    %n = arith.mulf %m, %g : f16
    dlopt.yield %n : f16
  }
  return %3, %1 : tensor<70x128xf16>, tensor<70x128xf16>
}

func.func @mm(%x: tensor<?x?xf16>, %w: tensor<?x?xf16>, %b: tensor<?xf16>) -> tensor<?x?xf16> {
  %1 = dlopt.matmul %x, %w : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf16>
  %2 = dlopt.map %1, %b dims [[0, 1], [1]] : (tensor<?x?xf16>, tensor<?xf16>) -> tensor<?x?xf16> {
  ^bb0(%e: f16, %c: f16):
    %s = arith.addf %e, %c : f16
    dlopt.yield %s : f16
  }
  return %2 : tensor<?x?xf16>
}

func.func @conv_nhwc(%x: tensor<2x14x14x64xf16>, %w: tensor<3x3x64x72xf16>, %b: tensor<72xf16>) -> tensor<2x7x7x72xf16> {
  %0 = dlopt.conv %x, %w layouts ["nhwc", "hwcf", "nhwf"] strides [2, 2] pad_low [1, 1] pad_high [1, 1]
      : tensor<2x14x14x64xf16>, tensor<3x3x64x72xf16> -> tensor<2x7x7x72xf16>
  %1 = dlopt.map %0, %b dims [[0, 1, 2, 3], [3]] : (tensor<2x7x7x72xf16>, tensor<72xf16>) -> tensor<2x7x7x72xf16> {
  ^bb0(%e: f16, %c: f16):
    %s = arith.addf %e, %c : f16
    %z = arith.constant 0.0 : f16
    %r = arith.maximumf %s, %z : f16
    dlopt.yield %r : f16
  }
  return %1 : tensor<2x7x7x72xf16>
}

func.func @conv_nchw(%x: tensor<2x24x12x16xf16>, %w: tensor<40x24x3x3xf16>, %b: tensor<40xf16>) -> tensor<2x40x12x16xf16> {
  %0 = dlopt.conv %x, %w layouts ["nchw", "fchw", "nfhw"] pad_low [1, 1] pad_high [1, 1]
      : tensor<2x24x12x16xf16>, tensor<40x24x3x3xf16> -> tensor<2x40x12x16xf16>
  %1 = dlopt.map %0, %b dims [[0, 1, 2, 3], [1]] : (tensor<2x40x12x16xf16>, tensor<40xf16>) -> tensor<2x40x12x16xf16> {
  ^bb0(%e: f16, %c: f16):
    %s = arith.addf %e, %c : f16
    dlopt.yield %s : f16
  }
  return %1 : tensor<2x40x12x16xf16>
}

func.func @conv_1x1(%x: tensor<?x9x9x32xf16>, %w: tensor<1x1x32x48xf16>, %r: tensor<?x9x9x48xf16>) -> tensor<?x9x9x48xf16> {
  %0 = dlopt.conv %x, %w layouts ["nhwc", "hwcf", "nhwf"]
      : tensor<?x9x9x32xf16>, tensor<1x1x32x48xf16> -> tensor<?x9x9x48xf16>
  %1 = dlopt.map %0, %r : (tensor<?x9x9x48xf16>, tensor<?x9x9x48xf16>) -> tensor<?x9x9x48xf16> {
  ^bb0(%e: f16, %c: f16):
    %s = arith.addf %e, %c : f16
    dlopt.yield %s : f16
  }
  return %1 : tensor<?x9x9x48xf16>
}

func.func @conv_groups(%x: tensor<1x10x11x4x16xf32>, %w: tensor<4x3x3x16x8xf32>) -> tensor<1x8x9x4x8xf32> {
  %0 = dlopt.conv %x, %w layouts ["nhwgc", "ghwcf", "nhwgf"] numerics tf32
      : tensor<1x10x11x4x16xf32>, tensor<4x3x3x16x8xf32> -> tensor<1x8x9x4x8xf32>
  return %0 : tensor<1x8x9x4x8xf32>
}

func.func @conv_prologue(%x: tensor<1x8x8x16xi8>, %w: tensor<3x3x16x24xf16>) -> tensor<1x8x8x24xf16> {
  %0 = dlopt.map %x : (tensor<1x8x8x16xi8>) -> tensor<1x8x8x16xf16> {
  ^bb0(%e: i8):
    %s = arith.sitofp %e : i8 to f16
    dlopt.yield %s : f16
  }
  %1 = dlopt.conv %0, %w layouts ["nhwc", "hwcf", "nhwf"] pad_low [1, 1] pad_high [1, 1]
      : tensor<1x8x8x16xf16>, tensor<3x3x16x24xf16> -> tensor<1x8x8x24xf16>
  return %1 : tensor<1x8x8x24xf16>
}

func.func @fp8(%x: tensor<70x96xf8E4M3FN>, %w: tensor<40x96xf8E4M3FN>, %v: tensor<96x40xf8E5M2>) -> (tensor<70x40xf16>, tensor<70x40xf8E4M3FN>) {
  %0 = dlopt.matmul %x, %w transposed : tensor<70x96xf8E4M3FN>, tensor<40x96xf8E4M3FN> -> tensor<70x40xf16>
  %1 = dlopt.matmul %x, %v : tensor<70x96xf8E4M3FN>, tensor<96x40xf8E5M2> -> tensor<70x40xf8E4M3FN>
  return %0, %1 : tensor<70x40xf16>, tensor<70x40xf8E4M3FN>
}
