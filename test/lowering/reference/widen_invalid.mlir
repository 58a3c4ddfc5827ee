// RUN: dlopt-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -dlopt-reference-widen

func.func private @buffer_of_bytes(%x: memref<16xi8>, %o: index) -> memref<4xf32> {
  // expected-error @+1 {{needs its types as they are, and a buffer, function or unranked tensor of narrow floats cannot be cast to f64 and back}}
  %0 = memref.view %x[%o][] : memref<16xi8> to memref<4xf32>
  return %0 : memref<4xf32>
}
func.func @caller(%x: memref<16xi8>, %o: index) -> memref<4xf32> {
  %0 = call @buffer_of_bytes(%x, %o) : (memref<16xi8>, index) -> memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

func.func @called(%x: f32) {
  // expected-error @+1 {{is unknown to the widening and has a region: lower it to linalg, scf or func first}}
  "other.loop"(%x) ({
    "other.end"() : () -> ()
  }) : (f32) -> ()
  return
}
func.func @caller(%x: f32) {
  call @called(%x) : (f32) -> ()
  return
}

// -----

func.func @elided() -> tensor<4xf32> {
  // expected-error @+1 {{has a constant that cannot be widened}}
  %0 = arith.constant dense_resource<__elided__> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
