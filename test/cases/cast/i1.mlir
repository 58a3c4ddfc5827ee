// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: cast/i1
// KIND: i1 to integers and floats, signed and unsigned
// WHY: Signed, true is -1.
// CALL: @test
// IN 0: tensor<4xi1> = [0, 1, 1, 0]
// OUT 0: tensor<4xi8> = [0, 1, 1, 0] TOL exact
// OUT 1: tensor<4xi8> = [0, -1, -1, 0] TOL exact
// OUT 2: tensor<4xf32> = [0.0, 1.0, 1.0, 0.0] TOL exact
// OUT 3: tensor<4xf32> = [0.0, -1.0, -1.0, 0.0] TOL exact
// OUT 4: tensor<4xf16> = [0.0, 1.0, 1.0, 0.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<4xi1>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
  %a = arith.extui %x : tensor<4xi1> to tensor<4xi8>
  %b = arith.extsi %x : tensor<4xi1> to tensor<4xi8>
  %c = arith.uitofp %x : tensor<4xi1> to tensor<4xf32>
  %d = arith.sitofp %x : tensor<4xi1> to tensor<4xf32>
  %e = arith.uitofp %x : tensor<4xi1> to tensor<4xf16>
  return %a, %b, %c, %d, %e : tensor<4xi8>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>
}
