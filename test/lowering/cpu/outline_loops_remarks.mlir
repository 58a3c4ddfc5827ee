// RUN: dlopt-opt %s -dlopt-cpu-outline-loops=explain=true -verify-diagnostics
// RUN: dlopt-run %s --entry nested --shape 0=4 --shape 1=4 --explain --quiet 2>&1 | FileCheck %s
// RUN: dlopt-run %s --entry nested --shape 0=4 --shape 1=4 --quiet 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: remark

#id = affine_map<(a) -> (a)>

// What is run by upstream's loops says so, each time.
// CHECK: outline_loops_remarks.mlir:[[@LINE+3]]:3: remark: 'linalg.generic' op runs as plain loops on one core: its body has an operation with a region of its own
func.func @nested(%a: memref<?xf32>, %b: memref<?xf32>) {
  // expected-remark @+1 {{runs as plain loops on one core: its body has an operation with a region of its own}}
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<?xf32>) outs(%b : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %zero = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %x, %zero : f32
    %0 = scf.if %c -> f32 {
      %e = math.exp %x : f32
      scf.yield %e : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %0 : f32
  }
  // expected-remark @+1 {{runs as plain loops on one core: its body has an operation with a region of its own}}
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<?xf32>) outs(%b : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %zero = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %x, %zero : f32
    %0 = scf.if %c -> f32 {
      %e = math.exp %x : f32
      scf.yield %e : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %0 : f32
  }
  return
}

// Ours says nothing.
func.func @plain(%a: memref<?xf32>, %b: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<?xf32>) outs(%b : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
