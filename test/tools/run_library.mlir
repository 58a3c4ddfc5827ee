// External functions: from a library; without one, calls that return nothing
// do nothing, with a warning.
// RUN: cc -shared -fPIC %S/library.c -o %t.so
// RUN: %exits 0 dlopt-run --quiet %s --arg 0=5 --library %t.so 2>&1 | FileCheck %s
// CHECK: warning: external function @{{.*}}tell is not defined: calls of it do nothing; --library gives a shared library that defines it
// CHECK: result 0: i32 = [15]
func.func private @triple(i32) -> i32
func.func private @tell(i32)
func.func @f(%a: i32) -> i32 {
  %0 = call @triple(%a) : (i32) -> i32
  call @tell(%0) : (i32) -> ()
  return %0 : i32
}
