// RUN: dlopt-opt %s -dlopt-import-fill-elided 2>%t.warnings | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN --input-file=%t.warnings
// RUN: dlopt-opt %s -dlopt-import-fill-elided=seed=2 2>/dev/null | FileCheck %s --check-prefix=SEED2
// RUN: dlopt-opt %s -dlopt-import-fill-elided -dlopt-import-fill-elided 2>&1 | grep -c warning | grep -x 2
// RUN: dlopt-opt %s -dlopt-import-fill-elided -dlopt-reference-widen 2>/dev/null | FileCheck %s --check-prefix=WIDE

// One warning a function, with its constants counted, none for the last.
// WARN: warning: 'func.func' op has 4 constants without data (0.0 MB), filled with random numbers from seed 1
// WARN: warning: 'func.func' op has 1 constant without data
// WARN-NOT: warning

// Weights have both signs; their variance is 4 / 16 here: below 0.866 each.
// CHECK-LABEL: func.func @weights
// CHECK-COUNT-3: dense_resource<dlopt_filled{{.*}}> : tensor<4x4xf32>
// CHECK: dense_resource<dlopt_filled{{.*}}> : tensor<4x1x1xf16>
// CHECK-NOT: __elided__
func.func @weights() -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x1x1xf16>) {
  %0 = arith.constant dense_resource<__elided__> : tensor<4x4xf32>
  %1 = arith.constant dense_resource<__elided__> : tensor<4x4xf32>
  %2 = "tosa.const"() <{values = dense_resource<lost> : tensor<4x4xf32>}> : () -> tensor<4x4xf32>
  %3 = arith.constant dense_resource<__elided__> : tensor<4x1x1xf16>
  return %0, %1, %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x1x1xf16>
}

// An index or flag is 0 or 1.
// CHECK-LABEL: func.func @indices
func.func @indices() -> tensor<6xi64> {
  %0 = arith.constant dense_resource<__elided__> : tensor<6xi64>
  return %0 : tensor<6xi64>
}

// CHECK-LABEL: func.func @complete
// CHECK: dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
func.func @complete() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The numbers of one seed are the same everywhere, those of another differ; a
// vector (here f16 from 0.5 to 1.5) is positive, for it may be a variance.
// CHECK: dlopt_filled: "0x4000000034BE153F
// CHECK: dlopt_filled_3: "0x400000000A3DF4394C388F3D"
// CHECK: dlopt_filled_4: "0x4000000000000000000000000100000000000000
// SEED2: dlopt_filled: "0x40000000
// SEED2-NOT: 34BE153F
// SEED2: dlopt_filled_3: "0x40000000B939253CFD3DDE3C"

// Widening converts what was filled.
// WIDE: dense<{{\[}}{{\[}}0.58493351936340332,
