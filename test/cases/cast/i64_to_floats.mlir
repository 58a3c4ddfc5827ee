// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: cast/i64_to_floats
// KIND: i64, signed and unsigned, to f64, f32, f16 and bf16
// WHY: One rounding from 64 bits: through f64 some are rounded twice.
// CALL: @test
// IN 0: tensor<16xi64> = [0, 1, -1, 127, -128, 16777217, 16777219, -16777217, 2147483647, -2147483648, 65519, 65520, 9007199254740993, 9223372036854775807, -9223372036854775808, 1099511693312]
// OUT 0: tensor<16xf64> = [0.0, 1.0, -1.0, 127.0, -128.0, 16777217.0, 16777219.0, -16777217.0, 2147483647.0, -2147483648.0, 65519.0, 65520.0, 9007199254740992.0, 9.223372036854776e+18, -9.223372036854776e+18, 1099511693312.0] TOL exact
// OUT 1: tensor<16xf32> = [0.0, 1.0, -1.0, 127.0, -128.0, 16777216.0, 16777220.0, -16777216.0, 2147483600.0, -2147483600.0, 65519.0, 65520.0, 9007199000000000.0, 9.223372e+18, -9.223372e+18, 1099511600000.0] TOL exact
// OUT 2: tensor<16xf16> = [0.0, 1.0, -1.0, 127.0, -128.0, inf, inf, -inf, inf, -inf, 65504.0, inf, inf, inf, -inf, inf] TOL exact
// OUT 3: tensor<16xbf16> = [0.0, 1.0, -1.0, 127.0, -128.0, 16777216.0, 16777216.0, -16777216.0, 2147483648.0, -2147483648.0, 65536.0, 65536.0, 9007199254740992.0, 9.223372036854776e+18, -9.223372036854776e+18, 1099511627776.0] TOL exact
// OUT 4: tensor<16xf64> = [0.0, 1.0, 1.8446744073709552e+19, 127.0, 1.8446744073709552e+19, 16777217.0, 16777219.0, 1.8446744073692774e+19, 2147483647.0, 1.8446744071562068e+19, 65519.0, 65520.0, 9007199254740992.0, 9.223372036854776e+18, 9.223372036854776e+18, 1099511693312.0] TOL exact
// OUT 5: tensor<16xf32> = [0.0, 1.0, 1.8446744e+19, 127.0, 1.8446744e+19, 16777216.0, 16777220.0, 1.8446744e+19, 2147483600.0, 1.8446744e+19, 65519.0, 65520.0, 9007199000000000.0, 9.223372e+18, 9.223372e+18, 1099511600000.0] TOL exact
// OUT 6: tensor<16xf16> = [0.0, 1.0, inf, 127.0, inf, inf, inf, inf, inf, inf, 65504.0, inf, inf, inf, inf, inf] TOL exact
// OUT 7: tensor<16xbf16> = [0.0, 1.0, 1.8446744073709552e+19, 127.0, 1.8446744073709552e+19, 16777216.0, 16777216.0, 1.8446744073709552e+19, 2147483648.0, 1.8446744073709552e+19, 65536.0, 65536.0, 9007199254740992.0, 9.223372036854776e+18, 9.223372036854776e+18, 1099511627776.0] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<16xi64>) -> (tensor<16xf64>, tensor<16xf32>, tensor<16xf16>, tensor<16xbf16>, tensor<16xf64>, tensor<16xf32>, tensor<16xf16>, tensor<16xbf16>) {
  %sf64 = arith.sitofp %x : tensor<16xi64> to tensor<16xf64>
  %sf32 = arith.sitofp %x : tensor<16xi64> to tensor<16xf32>
  %sf16 = arith.sitofp %x : tensor<16xi64> to tensor<16xf16>
  %sbf16 = arith.sitofp %x : tensor<16xi64> to tensor<16xbf16>
  %uf64 = arith.uitofp %x : tensor<16xi64> to tensor<16xf64>
  %uf32 = arith.uitofp %x : tensor<16xi64> to tensor<16xf32>
  %uf16 = arith.uitofp %x : tensor<16xi64> to tensor<16xf16>
  %ubf16 = arith.uitofp %x : tensor<16xi64> to tensor<16xbf16>
  return %sf64, %sf32, %sf16, %sbf16, %uf64, %uf32, %uf16, %ubf16 : tensor<16xf64>, tensor<16xf32>, tensor<16xf16>, tensor<16xbf16>, tensor<16xf64>, tensor<16xf32>, tensor<16xf16>, tensor<16xbf16>
}
