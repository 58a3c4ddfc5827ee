// Each copy and each wait for the GPU is told.
// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -dlopt-host-device-memory=remarks=true

func.func private @elsewhere(memref<4xf32>)
func.func @moves(%a: memref<4xf32>, %b: memref<4xf32>, %i: index) {
  // expected-remark @+1 {{copies memref<4xf32> to memref<4xf32> on the GPU}}
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  // expected-remark @+1 {{reads an element from the GPU, and waits for it}}
  %0 = memref.load %a[%i] : memref<4xf32>
  // expected-remark @+1 {{writes an element to the GPU, one by itself}}
  memref.store %0, %b[%i] : memref<4xf32>
  // expected-remark @+1 {{runs @elsewhere on the host, with copies of its buffers}}
  call @elsewhere(%b) : (memref<4xf32>) -> ()
  return
}
