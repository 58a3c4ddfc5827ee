// RUN: dlopt-run --check %s --target cpu
// CASE: ops/reduce_empty_integer
// KIND: integer reductions of nothing, statically
// WHY: Least and greatest depend on the sign; all ones is 255 unsigned, -1
//   signed.
// CALL: @test
// IN 0: tensor<0x1xi8> = []
// OUT 0: tensor<1xi8> = [-128] TOL exact
// OUT 1: tensor<1xi8> = [0] TOL exact
// OUT 2: tensor<1xi8> = [127] TOL exact
// OUT 3: tensor<1xi8> = [-1] TOL exact
// OUT 4: tensor<1xi8> = [-1] TOL exact
// OUT 5: tensor<1xi8> = [0] TOL exact
// OUT 6: tensor<1xi8> = [0] TOL exact
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<0x1xi8>) -> (tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) {
  %0 = dlopt.reduce max %x dims [0] : tensor<0x1xi8> -> tensor<1xi8>
  %1 = dlopt.reduce max %x dims [0] unsigned : tensor<0x1xi8> -> tensor<1xi8>
  %2 = dlopt.reduce min %x dims [0] : tensor<0x1xi8> -> tensor<1xi8>
  %3 = dlopt.reduce min %x dims [0] unsigned : tensor<0x1xi8> -> tensor<1xi8>
  %4 = dlopt.reduce and %x dims [0] : tensor<0x1xi8> -> tensor<1xi8>
  %5 = dlopt.reduce or %x dims [0] : tensor<0x1xi8> -> tensor<1xi8>
  %6 = dlopt.reduce xor %x dims [0] : tensor<0x1xi8> -> tensor<1xi8>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>
}
