// The loops made here must give the bits of upstream's plain loops, for sizes
// that fit no block, for static and dynamic shapes, on one thread and on many.
//
// UNSUPPORTED: asan
// RUN: dlopt-opt %s -dlopt-linalg-to-llvm | mlir-runner -e main -entry-point-result=void -O2 -shared-libs=%dlopt_host,%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_runner_utils.so | grep -v base@ > %t.ours
// RUN: dlopt-opt %s -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -convert-linalg-to-loops -lower-affine -convert-scf-to-cf -expand-strided-metadata -lower-affine -convert-math-to-llvm -convert-to-llvm -reconcile-unrealized-casts | mlir-runner -e main -entry-point-result=void -O0 -shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_runner_utils.so | grep -v base@ > %t.plain
// RUN: diff %t.plain %t.ours
// RUN: FileCheck %s < %t.ours
// CHECK: {{[0-9]+\.[0-9]+}}

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(a, b) -> (a, b)>
#turned = affine_map<(a, b) -> (b, a)>
#row = affine_map<(a, b) -> (a)>
#column = affine_map<(a, b) -> (b)>

// Values that do not sum exactly, different in each place.
func.func private @fill(%rows: index, %columns: index) -> tensor<?x?xf32> {
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<?x?xf32>) {
  ^bb0(%o: f32):
    %c7 = arith.constant 7 : index
    %c31 = arith.constant 31 : index
    %c10 = arith.constant 10.0 : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = arith.muli %i, %c7 : index
    %b = arith.addi %a, %j : index
    %c = arith.remui %b, %c31 : index
    %d = arith.index_cast %c : index to i32
    %e = arith.sitofp %d : i32 to f32
    %f = arith.divf %e, %c10 : f32
    linalg.yield %f : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @zeros(%rows: index, %columns: index) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @product_of_rows(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @turn(%a: tensor<?x?xf32>, %init: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @sums(%a: tensor<70x101xf32>) -> (tensor<70xf32>, tensor<101xf32>) {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<70xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<70xf32>) -> tensor<70xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<70x101xf32>) outs(%zr : tensor<70xf32>) {
  ^bb0(%x: f32, %z: f32):
    %1 = arith.addf %z, %x : f32
    linalg.yield %1 : f32
  } -> tensor<70xf32>
  %ec = tensor.empty() : tensor<101xf32>
  %zc = linalg.fill ins(%zero : f32) outs(%ec : tensor<101xf32>) -> tensor<101xf32>
  %c = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<70x101xf32>) outs(%zc : tensor<101xf32>) {
  ^bb0(%x: f32, %z: f32):
    %1 = arith.addf %z, %x : f32
    linalg.yield %1 : f32
  } -> tensor<101xf32>
  return %r, %c : tensor<70xf32>, tensor<101xf32>
}

func.func private @conv(%x: tensor<1x23x21x5xf32>, %w: tensor<3x3x5x19xf32>) -> tensor<1x11x7x19xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x11x7x19xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x11x7x19xf32>) -> tensor<1x11x7x19xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x23x21x5xf32>, tensor<3x3x5x19xf32>) outs(%z : tensor<1x11x7x19xf32>) -> tensor<1x11x7x19xf32>
  return %0 : tensor<1x11x7x19xf32>
}

func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %c53 = arith.constant 53 : index
  %c70 = arith.constant 70 : index
  %c101 = arith.constant 101 : index
  %c2415 = arith.constant 2415 : index
  %c855 = arith.constant 855 : index

  // One row, many rows, and a product large enough for threads.
  scf.for %m = %c1 to %c101 step %c53 {
    %a = func.call @fill(%m, %c13) : (index, index) -> tensor<?x?xf32>
    %b = func.call @fill(%c13, %c101) : (index, index) -> tensor<?x?xf32>
    %z = func.call @zeros(%m, %c101) : (index, index) -> tensor<?x?xf32>
    %p = func.call @product(%a, %b, %z) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %u = tensor.cast %p : tensor<?x?xf32> to tensor<*xf32>
    func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  }
  %a = call @fill(%c70, %c53) : (index, index) -> tensor<?x?xf32>
  %b = call @fill(%c101, %c53) : (index, index) -> tensor<?x?xf32>
  %z = call @zeros(%c70, %c101) : (index, index) -> tensor<?x?xf32>
  %p = call @product_of_rows(%a, %b, %z) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %pu = tensor.cast %p : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%pu) : (tensor<*xf32>) -> ()
  %zt = call @zeros(%c53, %c101) : (index, index) -> tensor<?x?xf32>
  %bt = call @turn(%b, %zt) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %q = call @product(%a, %bt, %z) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %qu = tensor.cast %q : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%qu) : (tensor<*xf32>) -> ()

  %s = tensor.cast %p : tensor<?x?xf32> to tensor<70x101xf32>
  %r, %c = call @sums(%s) : (tensor<70x101xf32>) -> (tensor<70xf32>, tensor<101xf32>)
  %ru = tensor.cast %r : tensor<70xf32> to tensor<*xf32>
  call @printMemrefF32(%ru) : (tensor<*xf32>) -> ()
  %cu = tensor.cast %c : tensor<101xf32> to tensor<*xf32>
  call @printMemrefF32(%cu) : (tensor<*xf32>) -> ()

  %xd = call @fill(%c1, %c2415) : (index, index) -> tensor<?x?xf32>
  %xs = tensor.cast %xd : tensor<?x?xf32> to tensor<1x2415xf32>
  %x = tensor.expand_shape %xs [[0], [1, 2, 3]] output_shape [1, 23, 21, 5] : tensor<1x2415xf32> into tensor<1x23x21x5xf32>
  %wd = call @fill(%c1, %c855) : (index, index) -> tensor<?x?xf32>
  %ws = tensor.cast %wd : tensor<?x?xf32> to tensor<1x855xf32>
  %w = tensor.expand_shape %ws [[0, 1, 2], [3]] output_shape [1, 1, 1, 855] : tensor<1x855xf32> into tensor<1x1x1x855xf32>
  %w1 = tensor.collapse_shape %w [[0, 1, 2, 3]] : tensor<1x1x1x855xf32> into tensor<855xf32>
  %w4 = tensor.expand_shape %w1 [[0, 1, 2, 3]] output_shape [3, 3, 5, 19] : tensor<855xf32> into tensor<3x3x5x19xf32>
  %y = call @conv(%x, %w4) : (tensor<1x23x21x5xf32>, tensor<3x3x5x19xf32>) -> tensor<1x11x7x19xf32>
  %yu = tensor.cast %y : tensor<1x11x7x19xf32> to tensor<*xf32>
  call @printMemrefF32(%yu) : (tensor<*xf32>) -> ()
  return
}
