// A function without results has nothing to verify, and --verify says so.
// RUN: dlopt-run %s --quiet --verify | FileCheck %s
// CHECK: verify: @greet returns nothing to compare

func.func private @rtclock() -> f64
func.func @greet(%x: tensor<4xf32>) {
  %t = func.call @rtclock() : () -> f64
  return
}
