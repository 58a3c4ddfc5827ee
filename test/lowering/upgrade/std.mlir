// The std dialect and func.
// RUN: dlopt-opt --upgrade %s | mlir-opt -split-input-file | FileCheck %s

func @std(%a: f32, %i: i32, %x: tensor<4xf32>) -> f32 {
  %c = constant 1.0 : f32
  %ci = constant 4 : index
  %f = constant @std : (f32, i32, tensor<4xf32>) -> f32
  %b = cmpf "olt", %a, %c : f32
  %s = select %b, %a, %c : f32
  %j = index_cast %i : i32 to index
  %k = sitofp %i : i32 to f32
  %e = fpext %a : f32 to f64
  %t = fptrunc %e : f64 to f32
  %d = divi_signed %i, %i : i32
  %n = and %i, %i : i32
  %sp = splat %a : tensor<4xf32>
  %sv = splat %a : vector<4xf32>
  %r = rank %x : tensor<4xf32>
  %q = call @std(%a, %i, %x) : (f32, i32, tensor<4xf32>) -> f32
  assert %b, "x"
  %ab = absf %q : f32
  cond_br %b, ^bb1(%s : f32), ^bb2
^bb1(%v: f32):
  return %v : f32
^bb2:
  br ^bb1(%ab : f32)
}
// CHECK-LABEL: @std
// CHECK: %cst = arith.constant 1.000000e+00 : f32
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %f = constant @std : (f32, i32, tensor<4xf32>) -> f32
// CHECK: %0 = arith.cmpf olt, %arg0, %cst : f32
// CHECK: %1 = arith.select %0, %arg0, %cst : f32
// CHECK: %2 = arith.index_cast %arg1 : i32 to index
// CHECK: %3 = arith.sitofp %arg1 : i32 to f32
// CHECK: %4 = arith.extf %arg0 : f32 to f64
// CHECK: %5 = arith.truncf %4 : f64 to f32
// CHECK: %6 = arith.divsi %arg1, %arg1 : i32
// CHECK: %7 = arith.andi %arg1, %arg1 : i32
// CHECK: %splat = tensor.splat %arg0 : tensor<4xf32>
// CHECK: %8 = vector.broadcast %arg0 : f32 to vector<4xf32>
// CHECK: %rank = tensor.rank %arg2 : tensor<4xf32>
// CHECK: %9 = call @std(%arg0, %arg1, %arg2) : (f32, i32, tensor<4xf32>) -> f32
// CHECK: cf.assert %0, "x"
// CHECK: %10 = math.absf %9 : f32
// CHECK: cf.cond_br %0, ^bb1(%1 : f32), ^bb2
// CHECK: cf.br ^bb1(%10 : f32)

// -----

func private @g()
func @nested_call(%a: index) {
  scf.for %i = %a to %a step %a { call @g() : () -> () }
  return
}
// CHECK: func.func private @g()
// CHECK-LABEL: @nested_call
// CHECK: scf.for %arg1 = %arg0 to %arg0 step %arg0 {
// CHECK: func.call @g() : () -> ()

// -----

func @func(%a: f32) -> f32 {
  return %a : f32
}
// CHECK-LABEL: @func

// -----

builtin.func @builtin(%a: f32) -> f32 {
  return %a : f32
}
// CHECK-LABEL: @builtin

// -----

"builtin.module"() ({
  "builtin.func"() ({
  ^bb0(%arg0: f32):
    "std.return"(%arg0) : (f32) -> ()
  }) {sym_name = "f", type = (f32) -> f32} : () -> ()
}) : () -> ()
// CHECK-LABEL: @f
