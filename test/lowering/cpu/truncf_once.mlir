// RUN: dlopt-run --check %s --target cpu --opt-level 0
// RUN: dlopt-run --check %s --target cpu --opt-level 1
// RUN: dlopt-run --check %s --target cpu --opt-level 2
// RUN: dlopt-run --check %s --target cpu --opt-level 3
// CASE: lowering/cpu/truncf_once
// KIND: arith.truncf of f64 to bf16 and f16, in a loop and of a scalar
// WHY: Rounded to f32 first, numbers just above half a unit would become ties.
// CALL: @test
// IN 0: tensor<16xf64> = [1.0039062500009095, -1.0039062500009095, 1.0004882812509095, 1.0004882812499716, 1.0039062499990905, 1e+300, -0.0, 65519.99999999, 65520.0, 2.9802322388562674e-08, 2.9802322387695312e-08, 3.4e+38, 4.591774807899626e-41, 4.591774807899561e-41, 1.0, 0.1]
// IN 1: f64 = 1.0039062500009095
// OUT 0: tensor<16xbf16> = [1.0078125, -1.0078125, 1.0, 1.0, 1.0, inf, -0.0, 65536.0, 65536.0, 2.9802322387695312e-08, 2.9802322387695312e-08, inf, 9.183549615799121e-41, 0.0, 1.0, 0.10009765625] TOL exact
// OUT 1: tensor<16xf16> = [1.00390625, -1.00390625, 1.0009765625, 1.0, 1.00390625, inf, -0.0, 65504.0, inf, 5.960464477539063e-08, 0.0, inf, 0.0, 0.0, 1.0, 0.0999755859375] TOL exact
// OUT 2: bf16 = 1.0078125 TOL exact
// OUT 3: f16 = 1.00390625 TOL exact
// HOW: expected numbers from exact fractions.

func.func @test(%a: tensor<16xf64>, %s: f64) -> (tensor<16xbf16>, tensor<16xf16>, bf16, f16) {
  %0 = arith.truncf %a : tensor<16xf64> to tensor<16xbf16>
  %1 = arith.truncf %a : tensor<16xf64> to tensor<16xf16>
  %2 = arith.truncf %s : f64 to bf16
  %3 = arith.truncf %s : f64 to f16
  return %0, %1, %2, %3 : tensor<16xbf16>, tensor<16xf16>, bf16, f16
}
