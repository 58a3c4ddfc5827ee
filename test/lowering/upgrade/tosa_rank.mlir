// Elementwise operands of different rank; renames.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func.func @add(%a: tensor<1xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "tosa.add"(%a, %b) : (tensor<1xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: @add
// CHECK: %0 = tosa.const_shape  {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %1 = tosa.reshape %arg0, %0 : (tensor<1xf32>, !tosa.shape<2>) -> tensor<1x1xf32>
// CHECK: %2 = tosa.add %1, %arg1 : (tensor<1x1xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>

// -----

func.func @add_dynamic(%a: tensor<?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = tosa.add %b, %a : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
// CHECK-LABEL: @add_dynamic
// CHECK: %0 = tosa.const_shape  {values = dense<[1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %1 = tosa.reshape %arg0, %0 : (tensor<?xf32>, !tosa.shape<2>) -> tensor<1x?xf32>
// CHECK: %2 = tosa.add %arg1, %1 : (tensor<2x?xf32>, tensor<1x?xf32>) -> tensor<2x?xf32>

// -----

func.func @select(%c: tensor<1xi1>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "tosa.select"(%c, %b, %b) : (tensor<1xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: @select
// CHECK: %0 = tosa.const_shape  {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK: %1 = tosa.reshape %arg0, %0 : (tensor<1xi1>, !tosa.shape<2>) -> tensor<1x1xi1>
// CHECK: %2 = tosa.select %1, %arg1, %arg1 : (tensor<1x1xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>

// -----

func.func @div(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "tosa.div"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
// CHECK-LABEL: @div
// CHECK: %0 = tosa.intdiv %arg0, %arg0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>

// -----

func.func @int_div(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "tosa.int_div"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
// CHECK-LABEL: @int_div
// CHECK: %0 = tosa.intdiv %arg0, %arg0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>

// -----

func.func @reduce_prod(%a: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "tosa.reduce_prod"(%a) {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
// CHECK-LABEL: @reduce_prod
// CHECK: %0 = tosa.reduce_product %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>

// -----

tosa.variable @s = dense<7> : tensor<1xi32>
func.func @variable() -> tensor<1xi32> {
  %0 = tosa.variable.read @s : tensor<1xi32>
  tosa.variable.write @s, %0 : tensor<1xi32>
  return %0 : tensor<1xi32>
}
// CHECK: tosa.variable @s = dense<7> : tensor<1xi32>
// CHECK-LABEL: @variable
// CHECK: %0 = tosa.variable_read @s : tensor<1xi32>
// CHECK: tosa.variable_write @s, %0 : tensor<1xi32>
