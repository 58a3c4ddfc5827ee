// RUN: dlopt-opt %s -split-input-file -dlopt-cpu-runtime-calls -verify-diagnostics

func.func @scale(%a: f32) -> f8E8M0FNU {
  // expected-error @+1 {{the CPU has no conversion for f8E8M0FNU; it has those of scalars of 8-bit floats with a sign}}
  %0 = arith.truncf %a : f32 to f8E8M0FNU
  return %0 : f8E8M0FNU
}

// -----

func.func @vector(%a: vector<4xf8E5M2>) -> vector<4xf32> {
  // expected-error @+1 {{the CPU has no conversion for vector<4xf8E5M2>}}
  %0 = arith.extf %a : vector<4xf8E5M2> to vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @sum(%a: f8E4M3B11FNUZ) -> f8E4M3B11FNUZ {
  // expected-error @+1 {{the CPU does not compute in f8E4M3B11FNUZ; widen it to f32}}
  %0 = arith.addf %a, %a : f8E4M3B11FNUZ
  return %0 : f8E4M3B11FNUZ
}
