// RUN: dlopt-opt %s -split-input-file -verify-diagnostics \
// RUN:   -dlopt-reference-drop-encodings | FileCheck %s

#s24 = #sparse_tensor.encoding<{
  map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])
}>

// An encoding goes from arguments, results, constants and calls alike.
// CHECK-LABEL: func.func @linear
// CHECK-SAME: (%{{.*}}: tensor<4x8xf16>) -> tensor<4x8xf16>
// CHECK-NOT: sparse_tensor
func.func @linear(%w: tensor<4x8xf16, #s24>) -> tensor<4x8xf16, #s24> {
  %c = arith.constant dense<0.0> : tensor<4x8xf16, #s24>
  %r = func.call @take(%w, %c) : (tensor<4x8xf16, #s24>, tensor<4x8xf16, #s24>) -> tensor<4x8xf16, #s24>
  return %r : tensor<4x8xf16, #s24>
}
func.func private @take(%a: tensor<4x8xf16, #s24>, %b: tensor<4x8xf16, #s24>) -> tensor<4x8xf16, #s24> {
  return %a : tensor<4x8xf16, #s24>
}

// -----

#csr = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// What works on the storage itself cannot do without it.
func.func @positions(%a: tensor<4x8xf16, #csr>) -> memref<?xindex> {
  // expected-error @+1 {{works on sparse storage, which dlopt does not compile; run upstream's --sparsifier on this part first}}
  %p = sparse_tensor.positions %a {level = 1 : index} : tensor<4x8xf16, #csr> to memref<?xindex>
  return %p : memref<?xindex>
}
