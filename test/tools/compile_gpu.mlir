// What dlopt-compile writes for a GPU.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %exits 0 dlopt-compile --quiet %s --target sm_80 --emit
// RUN: %{emit} dlopt | FileCheck %s --check-prefix=DLOPT
// DLOPT: dlopt.softmax
// RUN: %{emit} kernels | FileCheck %s --check-prefix=KERNELS
// KERNELS: llvm.call @launch_softmax
// KERNELS: gpu.func @softmax
// RUN: %{emit} nvvm | FileCheck %s --check-prefix=NVVM
// NVVM: llvm.func @softmax({{.*}}nvvm.kernel
// One text, whatever the number of kernels: one head, each file named once.
// RUN: %{emit} ptx -o %t/all.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t/all.ptx
// PTX: .version
// PTX-NEXT: .target sm_80
// PTX-NEXT: .address_size 64
// PTX-NOT: .version
// PTX: .visible .entry softmax(
// PTX: .visible .entry softmax_any(
// PTX: .loc 1 [[# @LINE + 29]]
// PTX-NOT: .version
// PTX: .visible .entry exp(
// PTX: .loc 1 [[# @LINE + 27]]
// PTX: .file 1 "{{.*}}compile_gpu.mlir"
// PTX-NOT: .file
// The host code is an object that calls the runtime.
// RUN: %{emit} object -o %t/host.o
// RUN: nm %t/host.o | FileCheck %s --check-prefix=OBJECT
// OBJECT-DAG: U dlopt_device_launch
// OBJECT-DAG: T _mlir_ciface_f
// The report has a row a kernel, and no cubin no registers.
// RUN: %{emit} ptx -o %t/x --report %t/report.json 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: remark
// RUN: %python -c "import json; r = json.load(open(r'%t/report.json')); k = r['kernels']; assert [x['name'] for x in k] == ['softmax', 'softmax_any', 'exp', 'exp_any'], k; assert k[0]['block'] == [256, 1, 1] and k[0]['arguments'] == 2 and k[0]['schedule'] == 'warp' and 'compile_gpu.mlir:' in k[0]['what'], k; assert r['constants'] == {'count': 0, 'bytes': 0}; assert r['memory'] == [{'function': 'f', 'arena_buffers': 0, 'arena_bytes': 0, 'bytes_without_reuse': 0, 'open_buffers': 1, 'other_buffers': 1, 'other_bytes': 32768}], r['memory']; assert r['target'] == 'sm_80'; assert [s['name'] for s in r['stages']] == ['parse', 'prepare', 'import', 'fusion', 'kernels', 'device memory', 'lower to LLVM', 'ptx'], r"
// Without ptxas, or with a program that is none, no cubin: the environment lacks it.
// RUN: env DLOPT_PTXAS=%t/none %exits 3 dlopt-compile --quiet %s --target sm_80 --emit cubin -o %t/no.cubin 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ls %t/no.cubin
// NONE: dlopt-compile: error: no ptxas at DLOPT_PTXAS or, without that, on PATH, in CUDA_HOME or in /usr/local/cuda: install a CUDA toolkit, or emit ptx, which the GPU's driver takes
// RUN: printf '#!/bin/sh\necho "ptxas fatal   : Value sm_80 is not defined for option gpu-name"; exit 1\n' > %t/old && chmod +x %t/old
// RUN: env DLOPT_PTXAS=%t/old %exits 3 dlopt-compile --quiet %s --target sm_80 --emit cubin -o %t/no.cubin 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: dlopt-compile: error: {{.*}}/old is too old for sm_80 (ptxas fatal   : Value sm_80 is not defined for option gpu-name): install a newer CUDA toolkit, or emit ptx
// RUN: printf '#!/bin/sh\necho "x.ptx, line 3; error   : no such thing"; exit 2\n' > %t/bad && chmod +x %t/bad
// RUN: env DLOPT_PTXAS=%t/bad %exits 1 dlopt-compile --quiet %s --target sm_80 --emit cubin -o %t/no.cubin 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: dlopt-compile: error: {{.*}}/bad refuses the kernels: x.ptx, line 3; error   : no such thing
// RUN: %exits 2 dlopt-compile --quiet %s --target sm_80 --emit asm 2>&1 | FileCheck %s --check-prefix=EMIT
// EMIT: dlopt-compile: error: cannot emit 'asm' for target sm_80; there is: dlopt, object, kernels, nvvm, ptx, cubin, package
func.func @f(%x: tensor<64x128xf32>, %y: tensor<?xf32>) -> (tensor<64x128xf32>, tensor<?xf32>) {

  %0 = dlopt.softmax %x dim 1 : tensor<64x128xf32> -> tensor<64x128xf32>
  %1 = math.exp %y : tensor<?xf32>
  return %0, %1 : tensor<64x128xf32>, tensor<?xf32>
}
