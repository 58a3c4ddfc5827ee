// What cannot be mended is named with what to do; it stays as it was, and what
// can be mended is mended all the same.
// RUN: not dlopt-opt --upgrade %s -o %t 2>&1 | FileCheck %s -DFILE=%s
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t
// RUN: not dlopt-opt %s 2>&1 | FileCheck %s -DFILE=%s --check-prefix=PARSE

func.func @f(%a: tensor<2x3xf32>, %p: tensor<2xi32>) -> tensor<3x2xf32> {
  %0 = "tosa.transpose"(%a, %p) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  %1 = "tosa.clamp"(%0) {max_fp = 6.0 : f32, max_int = 6 : i64, min_fp = 0.0 : f32, min_int = 0 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}
func.func @g(%p: !llvm.ptr<f32>) {
  return
}

// CHECK-NOT: tosa.clamp
// CHECK: [[FILE]]:8:8: error: 'tosa.transpose': the permutation is an attribute now, and this one is no constant: write perms = array<i32: …> (changed in LLVM 21); change this by hand
// CHECK: [[FILE]]:12:18: error: '!llvm.ptr': pointers have no element type: write !llvm.ptr, and the type on each load, getelementptr and alloca (changed in LLVM 18); change this by hand

// TEXT: %0 = "tosa.transpose"(%a, %p) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
// TEXT-NEXT: %1 = "tosa.clamp"(%0) {min_val = 0.0 : f32, max_val = 6.0 : f32} :

// PARSE: 'tosa.transpose': {{.*}}; --upgrade cannot mend this: change it by hand
// PARSE: [[FILE]]:9:8: error: 'tosa.clamp': min_fp/max_fp/min_int/max_int became min_val/max_val of the element type (changed in LLVM 21); --upgrade mends it
