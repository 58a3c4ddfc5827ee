// An assertion that fails in a kernel ends the run with its message and place.
// RUN: %exits 1 dlopt-run %s --target emulate 2>&1 | FileCheck %s
// CHECK: dlopt-run: error: kernel 'gather' ({{.*}}): {{.*}}run_gpu_assert.mlir:[[#@LINE+11]]: trap {{.*}}: assertion failed: index is not below 3

func.func @test() -> tensor<4xf32> {
  %t = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = arith.constant dense<[0, 2, 3, 1]> : tensor<4xi64>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<4xi64>) outs(%e : tensor<4xf32>) {
  ^bb0(%k: i64, %o: f32):
    %three = arith.constant 3 : i64
    %in_range = arith.cmpi ult, %k, %three : i64
    cf.assert %in_range, "index is not below 3"
    %0 = arith.index_cast %k : i64 to index
    %1 = tensor.extract %t[%0] : tensor<3xf32>
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
