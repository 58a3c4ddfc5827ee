// A cubin, and what ptxas says of its kernels.
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 0 dlopt-compile --quiet %s --target sm_80 --emit cubin -o %t/f.cubin --report %t/report.json
// RUN: readelf -h %t/f.cubin | FileCheck %s
// CHECK: Machine: {{.*}}CUDA
// RUN: %python -c "import json; k = json.load(open(r'%t/report.json'))['kernels']; assert len(k) == 2 and all(0 < x['registers'] <= 64 and x['spill_load_bytes'] == x['spill_store_bytes'] == x['stack_bytes'] == 0 for x in k), k; assert k[0]['static_shared_bytes'] == 128, k"
func.func @f(%x: tensor<64x9000xf32>) -> tensor<64x9000xf32> {
  %0 = dlopt.softmax %x dim 1 : tensor<64x9000xf32> -> tensor<64x9000xf32>
  return %0 : tensor<64x9000xf32>
}
