// RUN: dlopt-run --check %s --target cpu
// CASE: ops/cast_from_i1
// KIND: i1 to integers and floats
// WHY: True is -1 unless unsigned.
// CALL: @test
// IN 0: tensor<2xi1> = [0, 1]
// OUT 0: tensor<2xi8> = [0, -1] TOL exact
// OUT 1: tensor<2xi8> = [0, 1] TOL exact
// OUT 2: tensor<2xf32> = [0.0, -1.0] TOL exact
// OUT 3: tensor<2xf32> = [0.0, 1.0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2xi1>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xf32>, tensor<2xf32>) {
  %0 = dlopt.cast %x : tensor<2xi1> to tensor<2xi8>
  %1 = dlopt.cast %x unsigned : tensor<2xi1> to tensor<2xi8>
  %2 = dlopt.cast %x : tensor<2xi1> to tensor<2xf32>
  %3 = dlopt.cast %x unsigned : tensor<2xi1> to tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xi8>, tensor<2xi8>, tensor<2xf32>, tensor<2xf32>
}
