// Types and attributes.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @opaque() -> tensor<2xf32> {
  %0 = arith.constant opaque<"elided_large_const", "0xDEADBEEF"> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @opaque
// CHECK: %cst = arith.constant dense_resource<__elided__> : tensor<2xf32>

// -----

func.func @strides(%a: memref<4x4xf32, offset: 2, strides: [8, 1]>) {
  return
}
// CHECK: func.func @strides(%arg0: memref<4x4xf32, strided<[8, 1], offset: 2>>)

// -----

func.func @dynamic_strides(%a: memref<?x?xf32, offset: ?, strides: [?, 1]>) {
  return
}
// CHECK: func.func @dynamic_strides(%arg0: memref<?x?xf32, strided<[?, 1], offset: ?>>)

// -----

#X = #sparse_tensor.encoding<{ dimLevelType = ["compressed"] }>
func.func private @sparse(tensor<8x8xf32, #sparse_tensor.encoding<{dimLevelType = [ "dense", "compressed" ]}>>, tensor<4xf32, #X>)
// CHECK: #sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
// CHECK: #sparse1 = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
// CHECK: func.func private @sparse(tensor<8x8xf32, #sparse>, tensor<4xf32, #sparse1>)

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU": #dlti.target_device_spec<#dlti.dl_entry<"L1", 4 : i32>>, "GPU": #dlti.target_device_spec<#dlti.dl_entry<"L1", 8 : i32>>>} {}
// CHECK: #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1" = 4 : i32>, "GPU" = #dlti.target_device_spec<"L1" = 8 : i32>>
