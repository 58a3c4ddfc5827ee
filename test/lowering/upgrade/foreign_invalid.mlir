// A dialect of another project: named with its first operation and the way out;
// nothing else of MLIR's is blamed.
// RUN: not dlopt-opt %s 2>&1 | FileCheck %s -DFILE=%s
// RUN: not dlopt-opt --upgrade %s -o %t 2>&1 | FileCheck %s -DFILE=%s
// RUN: not dlopt-opt --upgrade --canonicalize %s 2>&1 | FileCheck %s -DFILE=%s --check-prefixes=CHECK,ONLY

util.global private @w = #stream.parameter.named<"m"::"w"> : tensor<2xf32>

func.func @f(%arg0: !torch.vtensor<[2],f32>) -> tensor<2xf32> {
  %0 = torch_c.to_builtin_tensor %arg0 : !torch.vtensor<[2],f32> -> tensor<2xf32>
  %1 = torch.aten.relu %arg0 : !torch.vtensor<[2],f32> -> !torch.vtensor<[2],f32>
  "nobodys.op"(%0) : (tensor<2xf32>) -> ()
  return %0 : tensor<2xf32>
}

// ONLY-NOT: Dialect `util' not found
// CHECK: [[FILE]]:7:1: error: 'util.global': dialect 'util' belongs to IREE; write the program on builtin tensors, linalg and func, or lower it first with IREE's iree-opt
// CHECK: [[FILE]]:7:26: error: '#stream.parameter.named': dialect 'stream' belongs to IREE
// CHECK: [[FILE]]:10:8: error: 'torch_c.to_builtin_tensor': dialect 'torch_c' belongs to torch-mlir; lower it first with torch-mlir-opt --torch-backend-to-linalg-on-tensors-backend-pipeline
// CHECK: [[FILE]]:11:8: error: 'torch.aten.relu': dialect 'torch' belongs to torch-mlir
// CHECK: [[FILE]]:12:3: error: 'nobodys.op': dialect 'nobodys' is not part of MLIR 22 or dlopt; lower it first with the tool that wrote it
