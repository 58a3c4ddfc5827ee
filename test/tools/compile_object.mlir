// An object links into a C program with the host runtime; both of its entries
// give the numbers. Large enough that the loop is shared among threads.
// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t
// RUN: dlopt-compile --quiet %s --emit object -o %t/program.o
// RUN: cc -std=c17 -Wall -Werror %S/caller.c %t/program.o %dlopt_host -Wl,-rpath,%tools -o %t/caller
// RUN: %exits 0 %t/caller | FileCheck %s
// CHECK: _mlir_ciface_scale: right in all 100000
// CHECK: dlopt_call_scale: right in all 100000
func.func @scale(%a: tensor<?xf32>, %s: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.mulf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
