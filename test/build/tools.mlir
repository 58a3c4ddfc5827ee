// RUN: mlir-opt %s -canonicalize | FileCheck %s
// RUN: not mlir-opt %s -no-such-flag 2>&1 | FileCheck %s --check-prefix=FLAG

// lit finds the tools, runs them, and FileCheck reads what they print.

// CHECK-LABEL: func.func @fold
// CHECK: %[[SUM:.*]] = arith.constant 42 : i32
// CHECK: return %[[SUM]]
// FLAG: Unknown command line argument '-no-such-flag'
func.func @fold() -> i32 {
  %lhs = arith.constant 40 : i32
  %rhs = arith.constant 2 : i32
  %sum = arith.addi %lhs, %rhs : i32
  return %sum : i32
}
