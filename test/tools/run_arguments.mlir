// Files for arguments and expectations: right ones, wrong ones, NaN.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/npy.py %t/four.npy '<f4' '[1, nan, 3, 4]'
// RUN: %python %S/npy.py %t/five.npy '<f4' '[1, 2, 3, 4, 5]'
// RUN: %python %S/npy.py %t/matrix.npy '<f4' '[[1, 2], [3, 4]]'
// RUN: %python %S/npy.py %t/double.npy '<f8' '[1, 2, 3, 4]'
// RUN: %python %S/npy.py %t/doubled.npy '<f4' '[2, nan, 6, 8]'
// RUN: %python %S/npy.py %t/numbers.npy '<f4' '[2, 4, 6, 8]'
// RUN: %python %S/npy.py %t/three.npy '<i4' '3'
// RUN: head -c 90 %t/four.npy > %t/cut_header.npy
// RUN: head -c 140 %t/four.npy > %t/cut_data.npy
// RUN: head -c 64 %s > %t/text.npy
// RUN: cp %t/four.npy %t/empty.npy && truncate -s 0 %t/empty.npy

// NaN is right where NaN is expected, and wrong elsewhere.
// RUN: %exits 0 dlopt-run --quiet %s --entry double --arg 0=%t/four.npy --expect 0=%t/doubled.npy
// RUN: %exits 1 dlopt-run --quiet %s --entry double --arg 0=%t/four.npy --expect 0=%t/numbers.npy --atol 1000 2>&1 | FileCheck %s --check-prefix=NAN
// NAN: dlopt-run: error: result 0 is wrong in 1 of 4 elements
// RUN: %exits 1 dlopt-run --quiet %s --entry double --arg 0=%t/four.npy --expect 0=%t/five.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: dlopt-run: error: {{.*}}five.npy: expected tensor<4xf32> (items '<f4'), found items '<f4' of shape (5,)

// DEFINE: %{wrong} = %exits 1 dlopt-run --quiet %s --entry double
// RUN: %{wrong} --arg 0=%t/five.npy >%t.log 2>&1
// RUN: %{wrong} --arg 0=%t/matrix.npy >>%t.log 2>&1
// RUN: %{wrong} --arg 0=%t/double.npy >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=TYPE < %t.log
// TYPE: dlopt-run: error: {{.*}}five.npy: expected tensor<4xf32> (items '<f4'), found items '<f4' of shape (5,)
// TYPE-NEXT: dlopt-run: error: {{.*}}matrix.npy: expected tensor<4xf32> (items '<f4'), found items '<f4' of shape (2, 2)
// TYPE-NEXT: dlopt-run: error: {{.*}}double.npy: expected tensor<4xf32> (items '<f4'), found items '<f8' of shape (4,)
// RUN: %{wrong} --arg 0=%t/cut_header.npy >%t.log 2>&1
// RUN: %{wrong} --arg 0=%t/cut_data.npy >>%t.log 2>&1
// RUN: %{wrong} --arg 0=%t/text.npy >>%t.log 2>&1
// RUN: %{wrong} --arg 0=%t/empty.npy >>%t.log 2>&1
// RUN: %{wrong} --arg 0=%t/none.npy >>%t.log 2>&1
// RUN: %{wrong} --arg 0=%t >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=FILE < %t.log
// FILE: dlopt-run: error: {{.*}}cut_header.npy: the file ends inside its header
// FILE-NEXT: dlopt-run: error: {{.*}}cut_data.npy: the header promises 16 bytes of data, the file has 12
// FILE-NEXT: dlopt-run: error: {{.*}}text.npy: not a .npy file
// FILE-NEXT: dlopt-run: error: {{.*}}empty.npy: not a .npy file
// FILE-NEXT: dlopt-run: error: {{.*}}none.npy: cannot open: No such file or directory
// FILE-NEXT: dlopt-run: error: {{.*}}: not a file

// A scalar from its value or from a file; random integers are 0 or 1.
// RUN: %exits 0 dlopt-run --quiet %s --entry scalars --arg 0=-3 --arg 1=2.5 | FileCheck %s --check-prefix=SCALARS
// RUN: %exits 0 dlopt-run --quiet %s --entry scalars --arg 0=-3 --arg 1=25e-1 | FileCheck %s --check-prefix=SCALARS
// SCALARS: result 0: i32 = [-3]
// SCALARS-NEXT: result 1: f32 = [2.5]
// RUN: %exits 0 dlopt-run --quiet %s --entry scalars --arg 0=%t/three.npy | FileCheck %s --check-prefix=THREE
// THREE: result 0: i32 = [3]
// RUN: %exits 0 dlopt-run --quiet %s --entry scalars --seed 1 | FileCheck %s --check-prefix=RANDOM
// RUN: %exits 0 dlopt-run --quiet %s --entry scalars --seed 2 | FileCheck %s --check-prefix=RANDOM
// RUN: %exits 0 dlopt-run --quiet %s --entry scalars --seed 3 | FileCheck %s --check-prefix=RANDOM
// RANDOM: result 0: i32 = [{{[01]}}]

// No result is fine; no element too.
// RUN: %exits 0 dlopt-run --quiet %s --entry nothing | FileCheck %s --check-prefix=NOTHING --allow-empty
// NOTHING-NOT: {{.}}
// RUN: %exits 0 dlopt-run --quiet %s --entry empty --verify | FileCheck %s --check-prefix=EMPTY
// RUN: %exits 0 dlopt-run --quiet %s --entry open --shape 0=0x4 | FileCheck %s --check-prefix=EMPTY
// EMPTY: result 0: tensor<0x4xf32> = []
func.func @double(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @scalars(%a: i32, %b: f32) -> (i32, f32) {
  return %a, %b : i32, f32
}
func.func @nothing(%a: tensor<4xf32>) {
  return
}
func.func @empty(%a: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %0 = math.exp %a : tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
func.func @open(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = math.exp %a : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
