// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: argmax/tosa
// KIND: tosa.argmax over the last and over the first dimension
// WHY: The first of equal ones; a row of -inf gives 0.
// CALL: @test
// IN 0: tensor<5x4xf32> = [[1.0, 3.0, 3.0, 2.0], [-5.0, -4.0, -4.0, -9.0], [-inf, -inf, -inf, -inf], [0.0, 0.0, 0.0, 0.0], [2.0, 1.0, 7.0, 7.0]]
// OUT 0: tensor<5xi32> = [1, 1, 0, 0, 2] TOL exact
// OUT 1: tensor<4xi32> = [4, 0, 4, 4] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5x4xf32>) -> (tensor<5xi32>, tensor<4xi32>) {
  %r = tosa.argmax %x {axis = 1 : i32} : (tensor<5x4xf32>) -> tensor<5xi32>
  %s = tosa.argmax %x {axis = 0 : i32} : (tensor<5x4xf32>) -> tensor<4xi32>
  return %r, %s : tensor<5xi32>, tensor<4xi32>
}
