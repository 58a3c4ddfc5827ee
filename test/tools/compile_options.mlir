// Each option of dlopt-compile: done, and refused.
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 0 dlopt-compile --quiet %s | FileCheck %s
// RUN: %exits 0 dlopt-compile --quiet - < %s | FileCheck %s
// RUN: %exits 0 dlopt-compile --quiet %s --target cpu --emit dlopt -o %t/out.mlir && FileCheck %s < %t/out.mlir
// RUN: %exits 0 dlopt-compile %s --output=%t/out2.mlir --opt-level 0 --seed 3 --quiet && cmp %t/out.mlir %t/out2.mlir
// RUN: dlopt-opt %s --emit-bytecode -o %t/code.mlirbc
// RUN: %exits 0 dlopt-compile --quiet %t/code.mlirbc | FileCheck %s
// RUN: %exits 0 dlopt-compile --quiet %t/out.mlir | FileCheck %s
// CHECK: func.func @add
// CHECK: dlopt.map %arg0, %arg1
// RUN: %exits 0 dlopt-compile --quiet %s -o %t/x --timing --explain 2>&1 | FileCheck %s --check-prefix=TIMING
// TIMING: recognised as {{ *}}dlopt.map 1
// TIMING: s  parse
// TIMING: s  import
// TIMING-NEXT: s  in all
// RUN: %exits 0 dlopt-compile --quiet %s --emit object -o %t/x.o --timing 2>&1 | FileCheck %s --check-prefix=OBJECT
// OBJECT: s  import
// OBJECT-NEXT: s  reference
// OBJECT-NEXT: s  lower to LLVM
// OBJECT-NEXT: s  machine code
// OBJECT-NEXT: s  in all
// RUN: %exits 0 dlopt-compile --quiet %s -o %t/x --report %t/report.json
// RUN: %python -c "import json; r = json.load(open(r'%t/report.json')); assert sorted(r) == ['input', 'operations', 'remarks', 'stages', 'target'] and sorted(r['operations']) == ['activations', 'dlopt', 'upstream'] and all(sorted(s) == ['name', 'seconds'] and s['seconds'] >= 0 for s in r['stages']), r"
// RUN: %exits 0 dlopt-compile --help | FileCheck %s --check-prefix=HELP
// HELP: usage: dlopt-compile IN.mlir [options]
// HELP: --emit dlopt|object|...
// RUN: %exits 0 dlopt-compile --version | FileCheck %s --check-prefix=VERSION
// VERSION: dlopt-compile {{[0-9.]+}} (MLIR 22)

// DEFINE: %{refuse} = %exits 2 dlopt-compile --quiet
// RUN: %{refuse} >%t.log 2>&1
// RUN: %{refuse} %s %s >>%t.log 2>&1
// RUN: %{refuse} %s --bench >>%t.log 2>&1
// RUN: %{refuse} %s --arg 0=x >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=A < %t.log
// A: dlopt-compile: error: expected one input file, got 0; see --help
// A-NEXT: dlopt-compile: error: expected one input file, got 2; see --help
// A-NEXT: dlopt-compile: error: unknown or ambiguous option '--bench'; see --help
// A-NEXT: dlopt-compile: error: unknown or ambiguous option '--arg'; see --help
// RUN: %{refuse} %s --target sm_200 >%t.log 2>&1
// RUN: %{refuse} %s --emit ptx >>%t.log 2>&1
// RUN: %{refuse} %s --opt-level 4 >>%t.log 2>&1
// RUN: %{refuse} %s --seed 18446744073709551616 >>%t.log 2>&1
// RUN: %{refuse} %s -o >>%t.log 2>&1
// RUN: %{refuse} %s --timing=1 >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=B < %t.log
// B: dlopt-compile: error: unknown target 'sm_200'; the GPUs are: sm_80, sm_86, sm_89, sm_90, sm_90a
// B-NEXT: dlopt-compile: error: cannot emit 'ptx' for target cpu; there is: dlopt, object
// B-NEXT: dlopt-compile: error: --opt-level takes an integer from 0 to 3, not '4'
// B-NEXT: dlopt-compile: error: --seed takes an integer from 0 to 9223372036854775807, not '18446744073709551616'
// B-NEXT: dlopt-compile: error: no value for option '-o'; see --help
// B-NEXT: dlopt-compile: error: no value belongs to option '--timing=1'; see --help
func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
