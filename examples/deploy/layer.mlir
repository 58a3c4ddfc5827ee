// A dense layer with a softmax after it; how many rows %x has is known only
// when it runs.
func.func @layer(%x: tensor<?x3xf32>, %w: tensor<3x2xf32>)
    -> tensor<?x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x3xf32>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x2xf32>)
      -> tensor<?x2xf32>
  %product = linalg.matmul
      ins(%x, %w : tensor<?x3xf32>, tensor<3x2xf32>)
      outs(%start : tensor<?x2xf32>) -> tensor<?x2xf32>
  %result = linalg.softmax dimension(1)
      ins(%product : tensor<?x2xf32>) outs(%empty : tensor<?x2xf32>)
      -> tensor<?x2xf32>
  return %result : tensor<?x2xf32>
}
