// RUN: dlopt-opt %s --dlopt-import-from-linalg --split-input-file | FileCheck %s

// Broadcasts, a scalar, a value from above, several results.
// CHECK-LABEL: @generic(
// CHECK: %[[R:.*]]:2 = dlopt.map %arg0, %arg1, %arg2 dims {{\[\[}}0, 1], [1], [0, -1]] : (tensor<?x8xf32>, tensor<8xf32>, tensor<?x1xf32>) -> (tensor<?x8xf32>, tensor<?x8xi1>) {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[S]], %arg3
// CHECK-NEXT: %[[O:.*]] = arith.cmpf ogt, %[[M]], %[[C]]
// CHECK-NEXT: dlopt.yield %[[M]], %[[O]] : f32, i1
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @generic(%a: tensor<?x8xf32>, %b: tensor<8xf32>, %c: tensor<?x1xf32>, %s: f32, %n: index)
    -> (tensor<?x8xf32>, tensor<?x8xi1>) {
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %m = tensor.empty(%n) : tensor<?x8xi1>
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, 0)>,
                       affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c, %s : tensor<?x8xf32>, tensor<8xf32>, tensor<?x1xf32>, f32)
      outs(%e, %m : tensor<?x8xf32>, tensor<?x8xi1>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32, %o: f32, %p: i1):
    %1 = arith.addf %x, %y : f32
    %2 = arith.mulf %1, %w : f32
    %3 = arith.cmpf ogt, %2, %z : f32
    linalg.yield %2, %3 : f32, i1
  } -> (tensor<?x8xf32>, tensor<?x8xi1>)
  return %0#0, %0#1 : tensor<?x8xf32>, tensor<?x8xi1>
}

// -----

// An init that the body reads is one more input.
// CHECK-LABEL: @reads_init(
// CHECK: dlopt.map %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @reads_init(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A result that runs along the loops in another order: the map's dimensions are
// the result's, for inputs and for linalg.index.
// CHECK-LABEL: @permuted(
// CHECK: dlopt.map %arg0 dims {{\[\[}}1, 0]] : (tensor<4x8xindex>) -> tensor<8x4xindex> {
// CHECK: dlopt.index 1 : index
func.func @permuted(%a: tensor<4x8xindex>, %e: tensor<8x4xindex>) -> tensor<8x4xindex> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xindex>) outs(%e : tensor<8x4xindex>) {
  ^bb0(%x: index, %o: index):
    %i = linalg.index 0 : index
    %1 = arith.addi %x, %i : index
    linalg.yield %1 : index
  } -> tensor<8x4xindex>
  return %0 : tensor<8x4xindex>
}

// -----

// Sizes that no input has come from what made the init; a gather reads a tensor
// from above and keeps its check.
// CHECK-LABEL: @gather(
// CHECK: dlopt.map %arg1 dims {{\[\[}}0]] sizes(%arg2) : (tensor<?xi64>) -> tensor<?x?xf32> {
// CHECK: cf.assert
// CHECK: tensor.extract %arg0
func.func @gather(%table: tensor<?x?xf32>, %rows: tensor<?xi64>, %width: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %rows, %c0 : tensor<?xi64>
  %e = tensor.empty(%n, %width) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<?xi64>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%row: i64, %o: f32):
    %i = arith.index_cast %row : i64 to index
    %j = linalg.index 1 : index
    %ok = arith.cmpi sge, %i, %c0 : index
    cf.assert %ok, "row is negative"
    %1 = tensor.extract %table[%i, %j] : tensor<?x?xf32>
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Named operations are seen through their bodies.
// CHECK-LABEL: @named(
// CHECK: math.exp
// CHECK: arith.divf
// CHECK: arith.select
// CHECK: dlopt.map %arg0 dims {{\[\[}}1, 0]] : (tensor<4x8xf32>) -> tensor<8x4xf32>
// CHECK: dlopt.map %arg2 dims {{\[\[}}1]] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK: math.tanh
// CHECK: arith.maximumf
// CHECK-NOT: linalg
func.func @named(%a: tensor<4x8xf32>, %t: tensor<8x4xf32>, %v: tensor<8xf32>, %c: tensor<4x8xi1>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.div ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.select ins(%c, %a, %1 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%t : tensor<8x4xf32>) permutation = [1, 0]
  %4 = linalg.broadcast ins(%v : tensor<8xf32>) outs(%a : tensor<4x8xf32>) dimensions = [0]
  %5 = linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = linalg.map { arith.maximumf } ins(%a, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  %7 = linalg.copy ins(%6 : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// Fills: a constant of static shape is a constant; one of dynamic shape, or of
// a value, is a map without inputs.
// CHECK-LABEL: @fills(
// CHECK: arith.constant dense<1.000000e+00> : tensor<4x8xf32>
// CHECK: dlopt.map sizes(%arg1) : () -> tensor<?x8xf32> {
// CHECK-NEXT: dlopt.yield %cst : f32
// CHECK: dlopt.map : () -> tensor<4x8xf32> {
// CHECK-NEXT: dlopt.yield %arg0 : f32
// CHECK-NOT: tensor.empty
func.func @fills(%s: f32, %n: index) -> (tensor<4x8xf32>, tensor<?x8xf32>, tensor<4x8xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %d = tensor.empty(%n) : tensor<?x8xf32>
  %0 = linalg.fill ins(%one : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.fill ins(%one : f32) outs(%d : tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = linalg.fill ins(%s : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<?x8xf32>, tensor<4x8xf32>
}

// -----

// A body that is one conversion is a cast.
// CHECK-LABEL: @cast(
// CHECK: dlopt.cast %arg0 : tensor<4xf32> to tensor<4xbf16>
// CHECK: dlopt.cast %arg1 unsigned : tensor<4xi8> to tensor<4xf32>
func.func @cast(%a: tensor<4xf32>, %b: tensor<4xi8>) -> (tensor<4xbf16>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xbf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %2 = arith.truncf %x : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<4xbf16>
  %1 = linalg.map { arith.uitofp } ins(%b : tensor<4xi8>) outs(%a : tensor<4xf32>)
  return %0, %1 : tensor<4xbf16>, tensor<4xf32>
}

// -----

// A reduction loop of size 1 is no loop: its input is read at 0, its init once.
// CHECK-LABEL: @one_step(
// CHECK: dlopt.map %arg0, %arg1, %arg2 dims {{\[\[}}0, -1], [1], [0, 1]] :
func.func @one_step(%a: tensor<4x1xi64>, %b: tensor<5xi64>, %c: tensor<4x5xi64>) -> tensor<4x5xi64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x1xi64>, tensor<5xi64>) outs(%c : tensor<4x5xi64>) {
  ^bb0(%x: i64, %y: i64, %o: i64):
    %1 = arith.shli %x, %y : i64
    %2 = arith.remsi %o, %1 : i64
    linalg.yield %2 : i64
  } -> tensor<4x5xi64>
  return %0 : tensor<4x5xi64>
}
