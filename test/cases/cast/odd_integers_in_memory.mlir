// RUN: dlopt-run --check %s --target cpu
// CASE: cast/odd_integers_in_memory
// KIND: i4, i12 and i48 in memory between kernels, and along reduced rows
// WHY: an i48 takes eight bytes there and two registers between threads.
// CALL: @test
// IN 0: tensor<3x5xi64> = [[1, -2, 3, 7, -8], [0, 0, 0, 0, 0], [-3, -3, -1, -2, -3]]
// OUT 0: tensor<3xi64> = [7, 0, -1] TOL exact
// OUT 1: tensor<3xi64> = [700, 0, -100] TOL exact
// OUT 2: tensor<3xi64> = [70000000000, 0, -10000000000] TOL exact
// HOW: expected numbers are the largest of each row, times 1, 100 and 10^10.

func.func @test(%x: tensor<3x5xi64>) -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) {
  %a:3 = dlopt.kernel %x : (tensor<3x5xi64>) -> (tensor<3x5xi4>, tensor<3x5xi12>, tensor<3x5xi48>) {
  ^bb0(%v: tensor<3x5xi64>):
    %0:3 = dlopt.map %v : (tensor<3x5xi64>) -> (tensor<3x5xi4>, tensor<3x5xi12>, tensor<3x5xi48>) {
    ^bb0(%e: i64):
      %hundred_12 = arith.constant 100 : i12
      %many_48 = arith.constant 10000000000 : i48
      %4 = arith.trunci %e : i64 to i4
      %12 = arith.trunci %e : i64 to i12
      %48 = arith.trunci %e : i64 to i48
      %m12 = arith.muli %12, %hundred_12 : i12
      %m48 = arith.muli %48, %many_48 : i48
      dlopt.yield %4, %m12, %m48 : i4, i12, i48
    }
    dlopt.yield %0#0, %0#1, %0#2 : tensor<3x5xi4>, tensor<3x5xi12>, tensor<3x5xi48>
  }
  %b:3 = dlopt.kernel %a#0, %a#1, %a#2 : (tensor<3x5xi4>, tensor<3x5xi12>, tensor<3x5xi48>) -> (tensor<3xi4>, tensor<3xi12>, tensor<3xi48>) {
  ^bb0(%v4: tensor<3x5xi4>, %v12: tensor<3x5xi12>, %v48: tensor<3x5xi48>):
    %4 = dlopt.reduce max %v4 dims [1] : tensor<3x5xi4> -> tensor<3xi4>
    %12 = dlopt.reduce max %v12 dims [1] : tensor<3x5xi12> -> tensor<3xi12>
    %48 = dlopt.reduce max %v48 dims [1] : tensor<3x5xi48> -> tensor<3xi48>
    dlopt.yield %4, %12, %48 : tensor<3xi4>, tensor<3xi12>, tensor<3xi48>
  }
  %0 = dlopt.cast %b#0 : tensor<3xi4> to tensor<3xi64>
  %1 = dlopt.cast %b#1 : tensor<3xi12> to tensor<3xi64>
  %2 = dlopt.cast %b#2 : tensor<3xi48> to tensor<3xi64>
  return %0, %1, %2 : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>
}
