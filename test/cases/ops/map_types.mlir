// RUN: dlopt-run --check %s --target cpu
// CASE: ops/map_types
// KIND: f16, i1 and i8 inputs, f32 and i1 results
// WHY: Each block argument has the element type of its input.
// CALL: @test
// IN 0: tensor<5xf16> = [1.0, -2.0, nan, -0.0, 0.0]
// IN 1: tensor<5xi1> = [1, 0, 1, 1, 0]
// IN 2: tensor<5xi8> = [1, 2, 3, 4, -5]
// OUT 0: tensor<5xf32> = [1.0, 2.0, nan, -0.0, -5.0] TOL exact
// OUT 1: tensor<5xi1> = [0, 1, 0, 0, 0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<5xf16>, %m: tensor<5xi1>, %i: tensor<5xi8>) -> (tensor<5xf32>, tensor<5xi1>) {
  %zero = arith.constant 0.0 : f16
  %0:2 = dlopt.map %x, %m, %i : (tensor<5xf16>, tensor<5xi1>, tensor<5xi8>) -> (tensor<5xf32>, tensor<5xi1>) {
  ^bb0(%a: f16, %b: i1, %c: i8):
    %1 = arith.extf %a : f16 to f32
    %2 = arith.sitofp %c : i8 to f32
    %3 = arith.select %b, %1, %2 : f32
    %4 = arith.cmpf olt, %a, %zero : f16
    dlopt.yield %3, %4 : f32, i1
  }
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xi1>
}
