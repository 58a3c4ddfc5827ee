// Packages: written by dlopt-compile, run by dlopt-exec.
// An instrumented runtime cannot be linked into a package.
// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{make} = dlopt-compile --quiet %s --target sm_80 --emit package
// RUN: %{make} --entry f --with-reference --report %t/report.json -o %t/libmodel.so
// RUN: %python -c "import json; r = json.load(open(r'%t/report.json')); assert [k['name'] for k in r['kernels']][0] == 'softmax' and r['stages'][-1]['name'] == 'link package', r"
// It is called by its file, and the header says its types in C.
// RUN: FileCheck %s --check-prefix=HEADER < %t/libmodel.h
// HEADER: typedef struct dl_package_program model_program;
// HEADER: @f(tensor<?x40xf32>, f16, i1, tensor<3xi4>, tensor<2xui32>) -> (tensor<?x40xf32>, f16, i1)
// HEADER-NEXT: int model_f(
// HEADER-NEXT: model_program *program,
// HEADER-NEXT: const int64_t shape0[2],
// HEADER-NEXT: const float *argument0,
// HEADER-NEXT: uint16_t argument1,
// HEADER-NEXT: uint8_t argument2,
// HEADER-NEXT: const int8_t *argument3,
// HEADER-NEXT: const uint32_t *argument4,
// HEADER-NEXT: int64_t result_shape0[2],
// HEADER-NEXT: float **result0,
// HEADER-NEXT: uint16_t *result1,
// HEADER-NEXT: uint8_t *result2,
// HEADER-NEXT: char *message, size_t message_size);
// DEFINE: %{exec} = dlopt-exec %t/libmodel.so --shape 0=3x40 --arg 1=0.5 --arg 2=1
// RUN: %exits 0 %{exec} --target emulate --seed 4 --verify --result 0=%t/r.npy | FileCheck %s --check-prefix=EXEC
// EXEC: result 0: tensor<3x40xf32> = [
// EXEC-NEXT: result 1: f16 = [0.5]
// EXEC-NEXT: result 2: i1 = [1]
// EXEC-NEXT: verify: result 0: tensor<3x40xf32>: ok
// The same numbers as dlopt-run gives for the same seed, and on a GPU.
// RUN: %exits 0 dlopt-run --quiet %s --entry f --target emulate --sm sm_80 --shape 0=3x40 --arg 1=0.5 --arg 2=1 --seed 4 --expect 0=%t/r.npy
// DEFINE: %{gpu} = env DLOPT_CUDA_DRIVER=%fake_cuda FAKE_CUDA=
// RUN: %{gpu}sm=86 %exits 0 %{exec} --seed 4 --verify --check-launches --expect 0=%t/r.npy
// RUN: %{gpu}sm=86 %exits 0 %{exec} --bench --repeats 5 | FileCheck %s --check-prefix=BENCH
// BENCH: bench: @f on cuda: median {{.*}} ms of {{.*}} calls
// BENCH-NEXT: bench: Fake GPU (sm_86{{.*}}, CUDA 13.0); replayed as a graph; {{.*}} MiB of its memory at most
// RUN: %{gpu}sm=86 %exits 0 %{exec} --bench --json --repeats 5 | %python -c "import json, sys; r = json.load(sys.stdin); assert r['graph'] and r['calls'] >= 5 and r['median_us'] > 0 and r['peak_bytes'] > 0 and r['entry'] == 'f', r"
// RUN: %{gpu}sm=86 %exits 0 dlopt-run --quiet %s --entry f --target cuda --sm sm_80 --shape 0=3x40 --verify --bench --repeats 2 | FileCheck %s --check-prefix=GPU
// GPU: verify: result 0: {{.*}} ok
// GPU: bench: Fake GPU
// The manifest.
// RUN: %python -c "import ctypes, json; lib = ctypes.CDLL(r'%t/libmodel.so'); p = ctypes.c_void_p.in_dll(lib, 'dlopt_package'); m = json.loads((ctypes.c_char_p * 5).in_dll(lib, 'dlopt_package')[4]); f = m['functions'][0]; assert f['name'] == 'f' and f['arguments'][0]['type'] == 'tensor<?x40xf32>' and m['has_reference'] and m['target'] == 'sm_80' and m['kernels'][0]['block'] == [256, 1, 1], m"
// What goes wrong.
// RUN: %{gpu}sm=75 %exits 3 %{exec} 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: dlopt-exec: error: program 'model': module 'kernels' is PTX for sm_80, which runs on sm_80 and newer; this GPU is Fake GPU, sm_75: compile with --target sm_75
// RUN: %{gpu}gpus=0 %exits 3 %{exec} 2>&1 | FileCheck %s --check-prefix=NO-GPU
// NO-GPU: dlopt-exec: error: {{.*}}there is a CUDA driver, but no GPU
// RUN: env DLOPT_CUDA_DRIVER=/nowhere/libcuda.so %exits 3 dlopt-run --quiet %s --entry f --target cuda --sm sm_80 --shape 0=3x40 2>&1 | FileCheck %s --check-prefix=NO-DRIVER
// NO-DRIVER: dlopt-run: error: no CUDA driver on this machine: /nowhere/libcuda.so{{.*}}; install NVIDIA's driver, or use --target emulate
// RUN: %exits 1 %{exec} --target emulate --entry g 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: dlopt-exec: error: no function g in the package; there is: @f
// RUN: %exits 2 dlopt-exec %t/libmodel.so --target emulate 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: dlopt-exec: error: argument 0 of type tensor<?x40xf32> has open sizes
// RUN: %exits 2 %{exec} --target cpu 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: dlopt-exec: error: unknown target 'cpu'; there is: cuda, emulate
// RUN: %exits 2 %{exec} --target emulate --bench 2>&1 | FileCheck %s --check-prefix=CLOCK
// CLOCK: dlopt-exec: error: the emulated GPU has no clock
// RUN: %exits 1 dlopt-exec %s 2>&1 | FileCheck %s --check-prefix=NO-LIBRARY
// NO-LIBRARY: dlopt-exec: error: no package: {{.*}}package.mlir: invalid ELF header
// RUN: %exits 1 dlopt-exec %fake_cuda 2>&1 | FileCheck %s --check-prefix=NO-PACKAGE
// NO-PACKAGE: dlopt-exec: error: {{.*}}libfake_cuda.so is a shared library, but no package
// RUN: printf 'unsigned dlopt_package[64] = {99};' > %t/other.c && cc -shared -fPIC %t/other.c -o %t/other.so
// RUN: %exits 1 dlopt-exec %t/other.so 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: dlopt-exec: error: {{.*}}other.so is a package of version 99, this tool takes version 1
// RUN: %{make} --entry f -o %t/bare.so
// RUN: %exits 2 dlopt-exec %t/bare.so --shape 0=3x40 --target emulate --verify 2>&1 | FileCheck %s --check-prefix=BARE
// BARE: dlopt-exec: error: --verify: the package has no reference in it; make it with --with-reference
// RUN: env CC=/nowhere/cc %exits 3 %{make} --entry f -o %t/no.so 2>&1 | FileCheck %s --check-prefix=NO-CC
// NO-CC: dlopt-compile: error: no C compiler '/nowhere/cc' on PATH, which links packages: install gcc or clang, or set CC to one
// RUN: %exits 2 %{make} 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: dlopt-compile: error: --emit package needs -o FILE.so
// RUN: %exits 2 dlopt-compile %s --with-reference 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: dlopt-compile: error: --with-reference, --entry and --library need --emit package
// Without ptxas the driver compiles the PTX.
// RUN: env DLOPT_PTXAS=/nowhere/ptxas %exits 0 %{make} --entry f -o %t/ptx.so 2>&1 | FileCheck %s --check-prefix=PTX
// PTX: warning: the package holds PTX only, which the GPU's driver compiles when it is loaded: no ptxas
// RUN: %{gpu}sm=90 %exits 0 dlopt-exec %t/ptx.so --shape 0=3x40
// A C function that is called outside must be defined.
// RUN: %exits 1 %{make} --entry outside -o %t/no.so 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: dlopt-compile: error: {{.*}}cannot link the package: {{.*}}undefined reference to `somewhere_else'; give a library that defines it with --library
// RUN: not ls %t/no.so %t/no.h
// RUN: printf 'float somewhere_else(float x) { return x + 1; }' > %t/where.c && cc -shared -fPIC %t/where.c -o %t/where.so
// RUN: %exits 0 %{make} --entry outside --library %t/where.so -o %t/in.so
// RUN: %exits 0 dlopt-exec %t/in.so --target emulate --arg 0=1.5 | FileCheck %s --check-prefix=INSIDE
// INSIDE: result 0: f32 = [2.5]
func.func @f(%x: tensor<?x40xf32>, %h: f16, %b: i1, %i: tensor<3xi4>, %u: tensor<2xui32>) -> (tensor<?x40xf32>, f16, i1) {
  %0 = dlopt.softmax %x dim 1 : tensor<?x40xf32> -> tensor<?x40xf32>
  return %0, %h, %b : tensor<?x40xf32>, f16, i1
}
func.func private @somewhere_else(f32) -> f32
func.func @outside(%x: f32) -> f32 {
  %0 = call @somewhere_else(%x) : (f32) -> f32
  return %0 : f32
}
