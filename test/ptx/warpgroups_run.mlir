// Products by warpgroups on the emulator: rings that wrap, tiles cut off at
// every side, more tiles than CTAs, no depth, rows that boxes can't start at.
// RUN: dlopt-run %s --target emulate --verify --quiet --entry nn --shape 0=136x72 --shape 1=72x264 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry nn --shape 0=200x712 --shape 1=712x520 --emulate-seed 5 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry nn --shape 0=1x8 --shape 1=8x8 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry nn --shape 0=16x0 --shape 1=0x264 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry nn --shape 0=0x16 --shape 1=16x8 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry nn --shape 0=137x333 --shape 1=333x61 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry nt --shape 0=200x712 --shape 1=264x712 --emulate-seed 6 | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry nt --shape 0=17300x72 --shape 1=8x72 --emulate-acc fma | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry medium | FileCheck %s
// RUN: dlopt-run %s --target emulate --verify --quiet --entry epilogue --shape 0=3x67x136 --shape 1=136x72 --shape 2=72 --shape 3=3x67x72 | FileCheck %s

// CHECK: verify: result 0: {{.*}}: ok

func.func @nn(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %0 = dlopt.matmul %a, %b : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}

func.func @nt(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>) -> tensor<?x?xf32> {
  %0 = dlopt.matmul %a, %b transposed : tensor<?x?xbf16>, tensor<?x?xbf16> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @medium(%a: tensor<600x456xf16>, %b: tensor<456x648xf16>) -> tensor<600x648xf16> {
  %0 = dlopt.matmul %a, %b : tensor<600x456xf16>, tensor<456x648xf16> -> tensor<600x648xf16>
  return %0 : tensor<600x648xf16>
}

// Batches that are rows of one matrix; another tensor read, an init added.
func.func @epilogue(%a: tensor<?x?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?xf16>, %d: tensor<?x?x?xf16>) -> tensor<?x?x?xf16> {
  %0 = dlopt.matmul %a, %b init %d : tensor<?x?x?xf16>, tensor<?x?xf16>, tensor<?x?x?xf16> -> tensor<?x?x?xf16>
  %1 = dlopt.map %0, %c dims [[0, 1, 2], [2]] : (tensor<?x?x?xf16>, tensor<?xf16>) -> tensor<?x?x?xf16> {
  ^bb0(%p: f16, %q: f16):
    %2 = arith.mulf %p, %q : f16
    dlopt.yield %2 : f16
  }
  return %1 : tensor<?x?x?xf16>
}
