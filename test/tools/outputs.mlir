// Paths that cannot be written: one line, status 1, nothing half written; and
// before the work where it can be known, so that no long run is lost.
// RUN: rm -rf %t && mkdir %t && cp %s %t/file
// RUN: %exits 1 dlopt-run --quiet %s --result 0=%t/none/x.npy >%t.log 2>&1
// RUN: %exits 1 dlopt-run --quiet %s --result 0=%t/file/x.npy >>%t.log 2>&1
// RUN: %exits 1 dlopt-run --quiet %s --result 0=%t >>%t.log 2>&1
// RUN: %exits 1 dlopt-run --quiet %s --report %t/none/r.json >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=EARLY < %t.log
// EARLY-NOT: result 0: tensor
// EARLY: dlopt-run: error: {{.*}}/none/x.npy: cannot write: No such file or directory
// EARLY-NEXT: dlopt-run: error: {{.*}}/file/x.npy: cannot write: Not a directory
// EARLY-NEXT: dlopt-run: error: {{.*}}: cannot write: Is a directory
// EARLY-NEXT: dlopt-run: error: {{.*}}/none/r.json: cannot write: No such file or directory
// RUN: %exits 1 dlopt-run --quiet %s --result 0=/dev/full >%t.log 2>&1
// RUN: %exits 1 dlopt-run --quiet %s --report /dev/full >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=FULL < %t.log
// FULL: dlopt-run: error: /dev/full: cannot write: No space left on device
// FULL: dlopt-run: error: /dev/full: cannot write: No space left on device
// RUN: %exits 1 dlopt-run --quiet %s 2>&1 >/dev/full | FileCheck %s --check-prefix=STDOUT
// RUN: %exits 1 dlopt-compile --quiet %s 2>&1 >/dev/full | FileCheck %s --check-prefix=STDOUT
// STDOUT: error: {{.*}}cannot write: {{.}}
// RUN: %exits 1 dlopt-compile --quiet %s -o %t/none/x >%t.log 2>&1
// RUN: %exits 1 dlopt-compile --quiet %s -o %t/file/x --emit object >>%t.log 2>&1
// RUN: %exits 1 dlopt-compile --quiet %s -o %t >>%t.log 2>&1
// RUN: %exits 1 dlopt-compile --quiet %s --report %t/none/r.json -o %t/unwritten >>%t.log 2>&1
// RUN: %exits 1 dlopt-compile --quiet %s -o /dev/full >>%t.log 2>&1
// RUN: %exits 1 dlopt-compile --quiet %s --emit object -o /dev/full >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=COMPILE < %t.log
// COMPILE: dlopt-compile: error: {{.*}}/none/x: cannot write: No such file or directory
// COMPILE-NEXT: dlopt-compile: error: {{.*}}/file/x: cannot write: Not a directory
// COMPILE-NEXT: dlopt-compile: error: {{.*}}: cannot write: Is a directory
// COMPILE-NEXT: dlopt-compile: error: {{.*}}/none/r.json: cannot write: No such file or directory
// COMPILE-NEXT: dlopt-compile: error: /dev/full: cannot write: No space left on device
// COMPILE-NEXT: dlopt-compile: error: /dev/full: cannot write: No space left on device

// A failure leaves an older file as it was, and no new one.
// RUN: %exits 1 dlopt-compile --quiet %S/run_entry.mlir -o %t/file 2>%t.err
// RUN: cmp %s %t/file
// RUN: ls -A %t | FileCheck %s --check-prefix=LEFT
// LEFT: {{^file$}}
// LEFT-NOT: {{.}}
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
