// RUN: dlopt-opt %s --dlopt-import-from-linalg=remarks --split-input-file --verify-diagnostics | FileCheck %s

// What has no dlopt form stays, and the remark says why. One case a reason.
// CHECK-NOT: dlopt.

func.func @argmax(%x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xindex>) -> (tensor<4xf32>, tensor<4xindex>) {
  // expected-remark @below {{'linalg.generic' op stays as it is: it reduces to several results at once}}
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xindex>) {
  ^bb0(%a: f32, %m: f32, %k: index):
    %j = linalg.index 1 : index
    %1 = arith.cmpf ogt, %a, %m : f32
    %2 = arith.select %1, %a, %m : f32
    %3 = arith.select %1, %j, %k : index
    linalg.yield %2, %3 : f32, index
  } -> (tensor<4xf32>, tensor<4xindex>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xindex>
}

// -----

func.func @compare_and_select(%x: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{compare and select treats NaN and -0.0 unlike any reduction}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xf32>) outs(%c : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.cmpf ogt, %a, %o : f32
    %2 = arith.select %1, %a, %o : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @divides(%x: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{its body does not combine by sum, product, maximum, minimum or bits}}
  %0 = linalg.reduce { arith.divf } ins(%x : tensor<8xf32>) outs(%c : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

func.func @not_a_fold(%x: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{its body does not fold one value into the result}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xf32>) outs(%c : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.mulf %o, %a : f32
    %2 = arith.addf %1, %o : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @outer_sum(%x: tensor<8xf32>, %y: tensor<9xf32>, %c: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{no input is as large as the loops, so what is reduced would be a temporary larger than each input}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<8xf32>, tensor<9xf32>) outs(%c : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.maximumf %a, %b : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @rounded_product(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-remark @below {{no input is as large as the loops}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %1 = arith.mulf %x, %y : f16
    %2 = arith.extf %1 : f16 to f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @diagonal(%x: tensor<4x4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{an operand is not indexed by one loop a dimension}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4x4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unlike_results(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // expected-remark @below {{a result is not indexed by each loop once, in the order of the other results}}
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x4xf32>) outs(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    linalg.yield %a, %a : f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return %0#0, %0#1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

func.func @control_flow(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-remark @below {{its body holds control flow}}
  %0 = linalg.map ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
    (%a: f32, %o: f32) {
      %1 = scf.if %c -> f32 {
        scf.yield %a : f32
      } else {
        %2 = math.exp %a : f32
        scf.yield %2 : f32
      }
      linalg.yield %1 : f32
    }
  return %0 : tensor<4xf32>
}

// -----

func.func @memrefs(%x: memref<4xf32>) {
  // expected-remark @below {{it works on memrefs, not on tensors}}
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

func.func @packed(%x: tensor<2x2x4x4xf32>, %c: tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  // expected-remark @below {{its operands are packed in tiles}}
  %0 = linalg.mmt4d ins(%x, %x : tensor<2x2x4x4xf32>, tensor<2x2x4x4xf32>) outs(%c : tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  return %0 : tensor<2x2x4x4xf32>
}

// -----

func.func @pack(%x: tensor<8x8xf32>, %e: tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  // expected-remark @below {{'linalg.pack' op stays as it is: it has no dlopt form}}
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %e : tensor<8x8xf32> -> tensor<2x2x4x4xf32>
  return %0 : tensor<2x2x4x4xf32>
}

// -----

func.func @unfinished_window(%x: tensor<1x9x2xf32>, %w: tensor<3x2x2xf32>, %c: tensor<1x6x2xf32>) -> tensor<1x6x2xf32> {
  // expected-remark @below {{the window stops before the end of the input}}
  %0 = linalg.conv_1d_nwc_wcf ins(%x, %w : tensor<1x9x2xf32>, tensor<3x2x2xf32>) outs(%c : tensor<1x6x2xf32>) -> tensor<1x6x2xf32>
  return %0 : tensor<1x6x2xf32>
}

// -----

func.func @dynamic_window(%x: tensor<1x9x2xf32>, %w: tensor<?xf32>, %c: tensor<1x?x2xf32>) -> tensor<1x?x2xf32> {
  // expected-remark @below {{the window's size is not static}}
  %0 = linalg.pooling_nwc_max ins(%x, %w : tensor<1x9x2xf32>, tensor<?xf32>) outs(%c : tensor<1x?x2xf32>) -> tensor<1x?x2xf32>
  return %0 : tensor<1x?x2xf32>
}

// -----

func.func @tosa(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{'tosa.exp' op stays as it is: upstream does not lower it to linalg}}
  %0 = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-remark @below {{'arith.addf' op stays as it is: it works on unranked tensors}}
  %0 = arith.addf %x, %x : tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @index_elements(%a: tensor<2x4xindex>, %b: tensor<4x2xindex>, %c: tensor<2x2xindex>, %d: tensor<2xindex>)
    -> (tensor<2x2xindex>, tensor<2xindex>) {
  // expected-remark @below {{its elements are neither floats nor signless integers}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4xindex>, tensor<4x2xindex>) outs(%c : tensor<2x2xindex>) {
  ^bb0(%x: index, %y: index, %o: index):
    %1 = arith.muli %x, %y : index
    %2 = arith.addi %o, %1 : index
    linalg.yield %2 : index
  } -> tensor<2x2xindex>
  // expected-remark @below {{its elements are neither floats nor signless integers}}
  %3 = linalg.reduce { arith.addi } ins(%a : tensor<2x4xindex>) outs(%d : tensor<2xindex>) dimensions = [1]
  return %0, %3 : tensor<2x2xindex>, tensor<2xindex>
}
