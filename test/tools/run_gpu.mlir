// Programs on the emulator in a GPU's place, judged as on the CPU.
// RUN: %exits 0 dlopt-run --quiet %s --entry softmax --target emulate --verify | FileCheck %s --check-prefix=SOFTMAX
// SOFTMAX: result 0: tensor<3x5xf16> = [
// SOFTMAX: verify: result 0: tensor<3x5xf16>: ok
// Open sizes, a slice, a constant, branches, scalars, two results of one buffer.
// DEFINE: %{control} = %exits 0 dlopt-run --quiet %s --entry control --target emulate --shape 0=3x7 --verify
// RUN: %{control} --arg 1=1 | FileCheck %s --check-prefix=CONTROL
// RUN: %{control} --arg 1=0 --sm sm_80 --emulate-seed 7 --emulate-acc fma | FileCheck %s --check-prefix=CONTROL
// CONTROL: verify: result 0: tensor<3x7xf32>: ok
// CONTROL: verify: result 2: tensor<2x3xf32>: ok
// RUN: %exits 0 dlopt-run --quiet %s --entry loop --target emulate --verify | FileCheck %s --check-prefix=LOOP
// LOOP: result 0: tensor<2x4xf32> = [16, 16, 16, 16, 16, 16, 16, 16]
// LOOP: result 1: f32 = [16]
// A buffer is written; the argument that was given is not.
// RUN: %exits 0 dlopt-run --quiet %s --entry buffer --target emulate --verify | FileCheck %s --check-prefix=BUFFER
// BUFFER: verify: result 0: tensor<4xf32>: ok
// Nothing to compute, nothing to launch.
// RUN: %exits 0 dlopt-run --quiet %s --entry empty --target emulate --verify | FileCheck %s --check-prefix=EMPTY
// EMPTY: verify: result 0: tensor<0x5xf16>: ok
// The times and the report have the stages of a GPU.
// RUN: %exits 0 dlopt-run --quiet %s --entry softmax --target emulate --timing 2>&1 | FileCheck %s --check-prefix=TIMING
// TIMING: s  kernels
// TIMING: s  device memory
// TIMING: s  lower to LLVM
// TIMING: s  ptx
// TIMING: s  load kernels
// What was decided is in the report, whether it is printed or not.
// RUN: %{control} --arg 1=1 --report %t.json 2>&1 | FileCheck %s --check-prefix=SILENT
// SILENT-NOT: remark
// RUN: %python -c "import json; r = json.load(open(r'%t.json')); assert [x['line'] for x in r['remarks'] if 'copies memref<' in x['message']] == [66], r['remarks']; assert r['memory'][0]['function'] == 'control' and len(r['kernels']) == 4, r"
// An assertion of the program ends the call with its words.
// RUN: %exits 1 dlopt-run --quiet %s --entry asserts --target emulate --arg 0=0 2>&1 | FileCheck %s --check-prefix=ASSERT
// ASSERT: dlopt-run: error: {{.*}}run_gpu.mlir:[[# @LINE + 67]]:{{[0-9]+}}: must not be zero
// RUN: %exits 0 dlopt-run --quiet %s --entry asserts --target emulate --arg 0=1 --verify
// A function of the host's gets its tensors there.
// RUN: %exits 0 dlopt-run --quiet %s --entry prints --target emulate | FileCheck %s --check-prefix=PRINTS
// PRINTS: rank = 1 offset = 0 sizes = [4] strides = [1] data =
// PRINTS-NEXT: [4,  4,  4,  4]
// PRINTS: result 0: tensor<4xf32> = [6, 6, 6, 6]
// Usage.
// DEFINE: %{refuse} = %exits 2 dlopt-run --quiet %s
// RUN: %{refuse} --target emulate --sm sm_200 >%t.log 2>&1
// RUN: %{refuse} --sm sm_80 >>%t.log 2>&1
// RUN: %{refuse} --emulate-seed 3 >>%t.log 2>&1
// RUN: %{refuse} --target cuda --emulate-acc fma >>%t.log 2>&1
// RUN: %{refuse} --target emulate --emulate-acc slow >>%t.log 2>&1
// RUN: FileCheck %s --check-prefix=USAGE < %t.log
// USAGE: dlopt-run: error: unknown --sm 'sm_200'; the GPUs are: sm_80, sm_86, sm_89, sm_90, sm_90a
// USAGE-NEXT: dlopt-run: error: --sm needs --target emulate or cuda
// USAGE-NEXT: dlopt-run: error: --emulate-seed and --emulate-acc need --target emulate
// USAGE-NEXT: dlopt-run: error: --emulate-seed and --emulate-acc need --target emulate
// USAGE-NEXT: dlopt-run: error: --emulate-acc takes exact or fma, not 'slow'
func.func @softmax(%x: tensor<3x5xf16>) -> tensor<3x5xf16> {
  %0 = dlopt.softmax %x dim 1 : tensor<3x5xf16> -> tensor<3x5xf16>
  return %0 : tensor<3x5xf16>
}

func.func @control(%x: tensor<?x7xf32>, %which: i1) -> (tensor<?x7xf32>, tensor<?x7xf32>, tensor<2x3xf32>) {
  %c = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = scf.if %which -> tensor<?x7xf32> {
    %1 = math.exp %x : tensor<?x7xf32>
    scf.yield %1 : tensor<?x7xf32>
  } else {
    scf.yield %x : tensor<?x7xf32>
  }
  %s = tensor.extract_slice %x[0, 2] [2, 3] [1, 2] : tensor<?x7xf32> to tensor<2x3xf32>
  %2 = arith.addf %s, %c : tensor<2x3xf32>
  return %0, %0, %2 : tensor<?x7xf32>, tensor<?x7xf32>, tensor<2x3xf32>
}

func.func @loop() -> (tensor<2x4xf32>, f32) {
  %one = arith.constant dense<1.0> : tensor<2x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %one) -> tensor<2x4xf32> {
    %1 = arith.addf %a, %a : tensor<2x4xf32>
    scf.yield %1 : tensor<2x4xf32>
  }
  %e = tensor.extract %0[%c1, %c0] : tensor<2x4xf32>
  return %0, %e : tensor<2x4xf32>, f32
}

func.func @buffer(%b: memref<4xf32>) {
  %0 = bufferization.to_tensor %b restrict writable : memref<4xf32> to tensor<4xf32>
  %1 = math.exp %0 : tensor<4xf32>
  bufferization.materialize_in_destination %1 in restrict writable %b : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

func.func @empty(%x: tensor<0x5xf16>) -> tensor<0x5xf16> {
  %0 = dlopt.softmax %x dim 1 : tensor<0x5xf16> -> tensor<0x5xf16>
  return %0 : tensor<0x5xf16>
}

func.func @asserts(%n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %0 = arith.cmpi ne, %n, %c0 : i32

  cf.assert %0, "must not be zero"
  %x = arith.constant dense<2.0> : tensor<4xf32>
  %1 = math.exp %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func private @printMemrefF32(tensor<*xf32>)
func.func @prints() -> tensor<4xf32> {
  %x = arith.constant dense<2.0> : tensor<4xf32>
  %0 = arith.addf %x, %x : tensor<4xf32>
  %1 = tensor.cast %0 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  %2 = arith.addf %0, %x : tensor<4xf32>
  return %2 : tensor<4xf32>
}
