// What the loops family refuses, and why.
// RUN: dlopt-opt %s -split-input-file -dlopt-kernel-outline -verify-diagnostics

func.func @scatter(%x: tensor<4x3xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %0 = dlopt.kernel %x, %y : (tensor<4x3xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%a: tensor<4x3xf32>, %b: tensor<6xf32>):
    // expected-error @below {{writes its result at places that it computes, so that threads would meet}}
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 + d1)>], iterator_types = ["reduction", "reduction"]}
        ins(%a : tensor<4x3xf32>) outs(%b : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    } -> tensor<6xf32>
    dlopt.yield %1 : tensor<6xf32>
  }
  return %0 : tensor<6xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @both_ways(%x: tensor<4x3xf32>, %y: tensor<4xf32>, %z: tensor<3xf32>) -> (tensor<4xf32>, tensor<3xf32>) {
  %0:2 = dlopt.kernel %x, %y, %z : (tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<4xf32>, tensor<3xf32>) {
  ^bb0(%a: tensor<4x3xf32>, %b: tensor<4xf32>, %c: tensor<3xf32>):
    // expected-error @below {{has results along different loops that depend on each other}}
    %1:2 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "reduction"]}
        ins(%a : tensor<4x3xf32>) outs(%b, %c : tensor<4xf32>, tensor<3xf32>) {
    ^bb0(%in: f32, %o: f32, %p: f32):
      %s = arith.addf %in, %o : f32
      %t = arith.addf %in, %p : f32
      linalg.yield %s, %t : f32, f32
    } -> (tensor<4xf32>, tensor<3xf32>)
    dlopt.yield %1#0, %1#1 : tensor<4xf32>, tensor<3xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<3xf32>
}

// -----

func.func @softmax_of_padded(%x: tensor<4xf32>) -> tensor<6xf32> {
  %0 = dlopt.kernel %x : (tensor<4xf32>) -> tensor<6xf32> {
  ^bb0(%a: tensor<4xf32>):
    %zero = arith.constant 0.0 : f32
    %1 = tensor.pad %a low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<4xf32> to tensor<6xf32>
    // expected-error @below {{cannot be in one kernel with loops; split the kernel around it}}
    %2 = dlopt.softmax %1 dim 0 : tensor<6xf32> -> tensor<6xf32>
    dlopt.yield %2 : tensor<6xf32>
  }
  return %0 : tensor<6xf32>
}

// -----

func.func @complex(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = dlopt.kernel %x, %y : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  ^bb0(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>):
    // expected-error @below {{has no GPU code yet for elements of type complex<f32>}}
    %1 = linalg.copy ins(%a : tensor<4xcomplex<f32>>) outs(%b : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    dlopt.yield %1 : tensor<4xcomplex<f32>>
  }
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func private @f(f32) -> f32
func.func @call(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dlopt.kernel %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      // expected-error @below {{has no GPU code in a body; compile for the CPU, or keep it out of the kernel}}
      %2 = func.call @f(%in) : (f32) -> f32
      linalg.yield %2 : f32
    } -> tensor<4xf32>
    dlopt.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
