// Each option of dlopt-run, done.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/npy.py %t/a.npy '<f4' '[1, 2, 3, 4]'
// RUN: %python %S/npy.py %t/b.npy '<f4' '[10, 20, 30, 40]'
// RUN: %python %S/npy.py %t/near.npy '<f4' '[11, 22, 33, 44.125]'

// RUN: %exits 0 dlopt-run --quiet %s --target cpu --entry add --arg 0=%t/a.npy --arg 1=%t/b.npy --result 0=%t/sum.npy | FileCheck %s
// CHECK: result 0: tensor<4xf32> = [11, 22, 33, 44]
// RUN: %exits 0 dlopt-run --quiet %s --arg 0=%t/a.npy --arg 1=%t/b.npy --expect 0=%t/sum.npy | FileCheck %s --check-prefix=EXPECT
// EXPECT: result 0: tensor<4xf32>: ok, 4 elements{{.*}}exact
// RUN: %exits 0 dlopt-run --quiet - --arg 0=%t/a.npy --arg 1=%t/b.npy < %s | FileCheck %s
// RUN: dlopt-opt %s --emit-bytecode -o %t/code.mlirbc
// RUN: %exits 0 dlopt-run --quiet %t/code.mlirbc --arg 0=%t/a.npy --arg 1=%t/b.npy | FileCheck %s
// RUN: %exits 0 dlopt-run --quiet - --arg 0=%t/a.npy --arg 1=%t/b.npy < %t/code.mlirbc | FileCheck %s

// 0.125 of 44: within either tolerance, outside of a smaller one.
// RUN: %exits 0 dlopt-run --quiet %s --arg 0=%t/a.npy --arg 1=%t/b.npy --expect 0=%t/near.npy --atol 0.2
// RUN: %exits 0 dlopt-run --quiet %s --arg 0=%t/a.npy --arg 1=%t/b.npy --expect 0=%t/near.npy --rtol 0.01
// RUN: %exits 1 dlopt-run --quiet %s --arg 0=%t/a.npy --arg 1=%t/b.npy --expect 0=%t/near.npy --atol 0.1 2>&1 | FileCheck %s --check-prefix=OFF
// OFF: result 0: tensor<4xf32>: {{.*}}1 of 4
// OFF: dlopt-run: error: result 0 is wrong in 1 of 4 elements

// Random arguments: the seed decides, and nothing else.
// RUN: %exits 0 dlopt-run --quiet %s > %t/seed0
// RUN: %exits 0 dlopt-run --quiet %s --seed 0 > %t/again
// RUN: %exits 0 dlopt-run --quiet %s --seed 7 > %t/seed7
// RUN: cmp %t/seed0 %t/again
// RUN: not cmp %t/seed0 %t/seed7

// RUN: %exits 0 dlopt-run --quiet %s --verify | FileCheck %s --check-prefix=VERIFY
// VERIFY: verify: result 0: tensor<4xf32>: ok, 4 elements{{.*}}tolerance
// RUN: %exits 0 dlopt-run --quiet %s --verify --atol 1e-9 --rtol 1e-3 | FileCheck %s --check-prefix=TOLERANCE
// TOLERANCE: verify: {{.*}}abs=1e-09 rel=0.001

// RUN: %exits 0 dlopt-run --quiet %s --bench --repeats 3 | FileCheck %s --check-prefix=BENCH
// BENCH: result 0
// BENCH-NEXT: bench: @add on cpu: median {{.*}} ms of 3 calls
// RUN: %exits 0 dlopt-run --quiet %s --bench --repeats 3 --json | %python -c "import json, sys; row = json.load(sys.stdin); assert row['calls'] == 3 and row['entry'] == 'add' and row['median_us'] > 0, row"

// Each stage once, the benchmark apart from the run.
// RUN: %exits 0 dlopt-run --quiet %s --timing --verify --bench --repeats 5 2>&1 >%t/out | FileCheck %s --check-prefix=TIMING
// TIMING: s  parse
// TIMING-NEXT: s  prepare
// TIMING-NEXT: s  import
// TIMING-NEXT: s  reference
// TIMING-NEXT: s  lower to LLVM
// TIMING-NEXT: s  machine code
// TIMING-NEXT: s  run
// TIMING-NEXT: s  verify
// TIMING-NEXT: s  bench
// TIMING-NEXT: s  in all

// RUN: %exits 0 dlopt-run %s --explain --quiet 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: recognised as {{ *}}dlopt.map 1
// RUN: %exits 0 dlopt-run --quiet %s --opt-level 0
// RUN: %exits 0 dlopt-run --quiet %s --opt-level 3
// RUN: %exits 0 dlopt-run --quiet %s --report %t/report.json
// RUN: %python -c "import json; r = json.load(open(r'%t/report.json')); assert r['entry'] == 'add' and r['target'] == 'cpu' and r['operations']['dlopt'] == {'dlopt.map': 1} and [s['name'] for s in r['stages']][-1] == 'run' and sorted(r) == ['entry', 'input', 'operations', 'remarks', 'stages', 'target'], r"
// RUN: %exits 0 dlopt-run --help | FileCheck %s --check-prefix=HELP
// HELP: usage: dlopt-run IN.mlir [options]
// HELP: --shape N=2x128
// HELP: Exit status: 0 done and right, 1 the input or the numbers are wrong, 2 usage,
// RUN: %exits 0 dlopt-run --version | FileCheck %s --check-prefix=VERSION
// VERSION: dlopt-run {{[0-9.]+}} (MLIR 22)
func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
