// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: shape/slice_stride_pad
// KIND: a strided slice, doubled, and a padding of another sum
// WHY: Strided slices are views: what reads them must keep the strides.
// CALL: @test
// IN 0: tensor<5x7xf32> = [[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0], [14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0], [28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0]]
// OUT 0: tensor<2x3xf32> = [[14.0, 20.0, 26.0], [42.0, 48.0, 54.0]] TOL exact
// OUT 1: tensor<8x9xf32> = [[-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [-2.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0], [-2.0, -2.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0], [-2.0, -2.0, 28.0, 30.0, 32.0, 34.0, 36.0, 38.0, 40.0], [-2.0, -2.0, 42.0, 44.0, 46.0, 48.0, 50.0, 52.0, 54.0], [-2.0, -2.0, 56.0, 58.0, 60.0, 62.0, 64.0, 66.0, 68.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<5x7xf32>) -> (tensor<2x3xf32>, tensor<8x9xf32>) {
  %s = tensor.extract_slice %x[1, 0] [2, 3] [2, 3] : tensor<5x7xf32> to tensor<2x3xf32>
  %d = arith.addf %s, %s : tensor<2x3xf32>
  %pv = arith.constant -1.0 : f32
  %p = tensor.pad %x low[1, 2] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %pv : f32
  } : tensor<5x7xf32> to tensor<8x9xf32>
  %q = arith.addf %p, %p : tensor<8x9xf32>
  return %d, %q : tensor<2x3xf32>, tensor<8x9xf32>
}
