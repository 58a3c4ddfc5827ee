// Parallel loops.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @reduce(%n: index, %x: f32) -> f32 {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { scf.reduce(%x) : f32 { ^bb0(%a: f32, %b: f32):
  %1 = arith.addf %a, %b : f32
    scf.reduce.return %1 : f32 } scf.yield }
  return %0 : f32
}
// CHECK-LABEL: @reduce
// CHECK: %0 = scf.parallel (%arg2) = (%arg0) to (%arg0) step (%arg0) init (%arg1) -> f32 {
// CHECK: scf.reduce(%arg1 : f32) {
// CHECK: %1 = arith.addf %arg3, %arg4 : f32
// CHECK: scf.reduce.return %1 : f32

// -----

func.func @no_reduce(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) { scf.yield }
  return
}
// CHECK-LABEL: @no_reduce
// CHECK: scf.parallel (%arg1) = (%arg0) to (%arg0) step (%arg0) {
// CHECK: scf.reduce

// -----

func.func @foreach(%n: index) {
  scf.foreach_thread (%i) in (%n) { }
  return
}
// CHECK-LABEL: @foreach
// CHECK: scf.forall (%arg1) in (%arg0) {

// -----

func.func @foreach_results(%n: index, %t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.foreach_thread (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.foreach_thread.perform_concurrently { tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32> }
  }
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: @foreach_results
// CHECK: %0 = scf.forall (%arg2) in (%arg0) shared_outs(%arg3 = %arg1) -> (tensor<8xf32>) {
// CHECK: %extracted_slice = tensor.extract_slice %arg3[%arg2] [1] [1] : tensor<8xf32> to tensor<1xf32>
// CHECK: scf.forall.in_parallel {
// CHECK: tensor.parallel_insert_slice %extracted_slice into %arg3[%arg2] [1] [1] : tensor<1xf32> into tensor<8xf32>
