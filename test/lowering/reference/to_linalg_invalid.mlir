// RUN: dlopt-opt %s -verify-diagnostics -dlopt-reference-to-linalg

func.func @wide(%x: tensor<4xi64>) -> tensor<4xf64> {
  // expected-error @+1 {{has no reference lowering: integers of more than 53 bits become f64 to nearest even only}}
  %0 = dlopt.cast %x rounding upward : tensor<4xi64> to tensor<4xf64>
  return %0 : tensor<4xf64>
}
