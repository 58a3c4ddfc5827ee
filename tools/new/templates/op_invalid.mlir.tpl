// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

// ${FILL}: one case a diagnostic.

func.func @shape(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{}}
  %0 = dlopt.${NAME} %x : tensor<4x8xf16> -> tensor<4x9xf16>
  return
}
