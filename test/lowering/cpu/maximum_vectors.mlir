// RUN: dlopt-run --check %s --target cpu --opt-level 0
// RUN: dlopt-run --check %s --target cpu
// CASE: lowering/cpu/maximum_vectors
// KIND: maximumf and minimumf on vectors, reductions of them, narrow floats
// WHY: +0 is above -0, and NaN wins, whatever the shape and the type.
// CALL: @test
// IN 0: tensor<8xf32> = [-0.0, 0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0]
// IN 1: tensor<8xf32> = [0.0, -0.0, 1.0, nan, -1.0, 0.0, 0.0, 0.0]
// OUT 0: tensor<8xf32> = [0.0, 0.0, 1.0, nan, -0.0, 0.0, 0.0, 0.0] TOL exact
// OUT 1: tensor<8xf32> = [-0.0, -0.0, -0.0, nan, -1.0, -0.0, -0.0, -0.0] TOL exact
// OUT 2: f32 = 0.0 TOL exact
// OUT 3: f32 = -0.0 TOL exact
// OUT 4: tensor<8xf64> = [0.0, 0.0, 1.0, nan, -0.0, 0.0, 0.0, 0.0] TOL exact
// OUT 5: f16 = 0.0 TOL exact
// OUT 6: bf16 = -0.0 TOL exact
// OUT 7: tensor<4xf32> = [-0.0, 0.0, -0.0, -0.0] TOL exact
// OUT 8: f8E5M2 = 0.0 TOL exact
// HOW: worked out by hand.

func.func @test(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, f32, f32, tensor<8xf64>, f16, bf16, tensor<4xf32>, f8E5M2) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %va = vector.transfer_read %a[%c0], %zero : tensor<8xf32>, vector<8xf32>
  %vb = vector.transfer_read %b[%c0], %zero : tensor<8xf32>, vector<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %max = arith.maximumf %va, %vb : vector<8xf32>
  %0 = vector.transfer_write %max, %empty[%c0] : vector<8xf32>, tensor<8xf32>
  %a2 = vector.shape_cast %va : vector<8xf32> to vector<2x4xf32>
  %b2 = vector.shape_cast %vb : vector<8xf32> to vector<2x4xf32>
  %min2 = arith.minimumf %a2, %b2 : vector<2x4xf32>
  %min = vector.shape_cast %min2 : vector<2x4xf32> to vector<8xf32>
  %1 = vector.transfer_write %min, %empty[%c0] : vector<8xf32>, tensor<8xf32>
  %2 = vector.reduction <maximumf>, %va : vector<8xf32> into f32
  %3 = vector.reduction <minimumf>, %va, %zero : vector<8xf32> into f32
  %a64 = arith.extf %va : vector<8xf32> to vector<8xf64>
  %b64 = arith.extf %vb : vector<8xf32> to vector<8xf64>
  %max64 = arith.maximumf %a64, %b64 : vector<8xf64>
  %empty64 = tensor.empty() : tensor<8xf64>
  %4 = vector.transfer_write %max64, %empty64[%c0] : vector<8xf64>, tensor<8xf64>
  %x = tensor.extract %a[%c0] : tensor<8xf32>
  %y = tensor.extract %b[%c0] : tensor<8xf32>
  %x16 = arith.truncf %x : f32 to f16
  %y16 = arith.truncf %y : f32 to f16
  %5 = arith.maximumf %x16, %y16 : f16
  %xb = arith.truncf %x : f32 to bf16
  %yb = arith.truncf %y : f32 to bf16
  %6 = arith.minimumf %xb, %yb : bf16
  %start = arith.constant dense<-0.0> : vector<4xf32>
  %rows = vector.multi_reduction <maximumf>, %a2, %start [0] : vector<2x4xf32> to vector<4xf32>
  %empty4 = tensor.empty() : tensor<4xf32>
  %7 = vector.transfer_write %rows, %empty4[%c0] : vector<4xf32>, tensor<4xf32>
  %x8 = arith.truncf %x : f32 to f8E5M2
  %y8 = arith.truncf %y : f32 to f8E5M2
  %8 = arith.maximumf %x8, %y8 : f8E5M2
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<8xf32>, tensor<8xf32>, f32, f32, tensor<8xf64>, f16, bf16, tensor<4xf32>, f8E5M2
}
