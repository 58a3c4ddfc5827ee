// What the plugin's passes do not know, mlir-opt refuses with a message.
// UNSUPPORTED: asan

// A pass that does not exist.
// RUN: not mlir-opt %s --load-pass-plugin=%dlopt_plugin --pass-pipeline='builtin.module(dlopt-no-such-pass)' 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: 'dlopt-no-such-pass' does not refer to a registered pass or pass pipeline

// An option that does not exist.
// RUN: not mlir-opt %s --load-pass-plugin=%dlopt_plugin --pass-pipeline='builtin.module(dlopt-reference-to-linalg{no-such-option=1})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: no such option no-such-option

// Without the plugin, the passes and the dialect are unknown.
// RUN: not mlir-opt %s --pass-pipeline='builtin.module(dlopt-reference-to-linalg)' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: 'dlopt-reference-to-linalg' does not refer to a registered pass

func.func @f() {
  return
}
