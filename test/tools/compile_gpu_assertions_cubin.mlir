// REQUIRES: ptxas
// RUN: %exits 0 dlopt-compile --quiet %S/compile_gpu_assertions.mlir --target sm_80 --emit cubin -o %t.cubin
// RUN: readelf -h %t.cubin | FileCheck %s
// CHECK: Machine: {{.*}}CUDA
