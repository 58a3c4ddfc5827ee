// RUN: dlopt-opt %s -dlopt-cpu-runtime-calls -verify-diagnostics

func.func @narrow(%a: f32) -> f8E4M3FNUZ {
  // expected-error @+1 {{the CPU has no conversion for f8E4M3FNUZ; f8E4M3FN and f8E5M2 are supported}}
  %0 = arith.truncf %a : f32 to f8E4M3FNUZ
  return %0 : f8E4M3FNUZ
}
