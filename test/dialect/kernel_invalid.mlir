// RUN: dlopt-opt %s -split-input-file -verify-diagnostics

func.func @argument_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{'dlopt.kernel' op body has 0 arguments for 1 inputs}}
  dlopt.kernel %x : (tensor<4xf32>) -> () {
    dlopt.yield
  }
  return
}

// -----

func.func @argument_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{body argument #0 has type tensor<?xf32>, but input #0 has type tensor<4xf32>}}
  dlopt.kernel %x : (tensor<4xf32>) -> () {
  ^bb0(%a: tensor<?xf32>):
    dlopt.yield
  }
  return
}

// -----

func.func @yield_count(%x: tensor<4xf32>) {
  %0 = dlopt.kernel %x : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    // expected-error @+1 {{'dlopt.yield' op gives 0 values, but the kernel has 1 results}}
    dlopt.yield
  }
  return
}

// -----

func.func @yield_type(%x: tensor<4xf32>) {
  %0 = dlopt.kernel %x : (tensor<4xf32>) -> tensor<?xf32> {
  ^bb0(%a: tensor<4xf32>):
    // expected-error @+1 {{value #0 has type tensor<4xf32>, but result #0 has type tensor<?xf32>}}
    dlopt.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @other_terminator(%x: tensor<4xf32>) {
  // expected-error @+1 {{body ends in 'llvm.unreachable', expected 'dlopt.yield'}}
  dlopt.kernel %x : (tensor<4xf32>) -> () {
  ^bb0(%a: tensor<4xf32>):
    llvm.unreachable
  }
  return
}

// -----

func.func @isolated(%x: tensor<4xf32>) {
  // expected-note @+1 {{required by region isolation constraints}}
  %0 = dlopt.kernel : () -> tensor<4xf32> {
    // expected-error @+1 {{using value defined outside the region}}
    dlopt.yield %x : tensor<4xf32>
  }
  return
}
