// Kernels whose modules declare the same function and name their messages alike
// are one text all the same, and each has its own message.
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 0 dlopt-compile --quiet %s --target sm_80 --emit ptx -o %t/f.ptx
// RUN: grep -c "^.extern .func __assertfail" %t/f.ptx | FileCheck %s --check-prefix=COUNT
// COUNT: {{^1$}}
// RUN: %exits 1 dlopt-run %s --quiet --target emulate --arg 0=3 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: assertion failed: not below 3
// RUN: %exits 1 dlopt-run %s --quiet --target emulate --arg 0=2 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: assertion failed: below 3, and not below 2
// RUN: %exits 0 dlopt-run %s --quiet --target emulate --arg 0=1 --verify
func.func @f(%index: i64) -> (tensor<4xf32>, tensor<8xf32>) {
  %t = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<4xf32>
  %first = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %three = arith.constant 3 : i64
    %in_range = arith.cmpi ult, %index, %three : i64
    cf.assert %in_range, "not below 3"
    %0 = arith.index_cast %index : i64 to index
    %1 = tensor.extract %t[%0] : tensor<3xf32>
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<8xf32>
  %second = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%e2 : tensor<8xf32>) {
  ^bb0(%o: f32):
    %two = arith.constant 2 : i64
    %in_range = arith.cmpi ult, %index, %two : i64
    cf.assert %in_range, "below 3, and not below 2"
    %0 = arith.index_cast %index : i64 to index
    %1 = tensor.extract %t[%0] : tensor<3xf32>
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %first, %second : tensor<4xf32>, tensor<8xf32>
}
