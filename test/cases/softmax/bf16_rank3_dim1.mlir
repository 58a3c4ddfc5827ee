// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: softmax/bf16_rank3_dim1
// KIND: softmax over dimension 1 of tensor<2x5x3xbf16>, written as generics
// WHY: Logits near the top of bf16; the reduced dimension is in the middle.
//   Differences overflow to -inf and give 0.
// CALL: @test
// IN 0: tensor<2x5x3xbf16> = [[[2.8046710711061725e+38, 2.807994141095635e+37, 2.8312556310218708e+38], [1.2893511559113684e+38, 1.1830129162485751e+38, -1.7014118346046923e+38], [2.857840190937569e+38, -2.9641784306003624e+38, -1.4754430753212566e+38], [-3.8713765377235675e+37, 1.674827274688994e+38, -1.8210423542253347e+38], [2.179933913087262e+38, 2.9110093107689658e+38, -2.020426553593072e+38]], [[5.84860318145363e+37, -2.937593870684664e+38, -6.812293478397694e+37], [-2.7249173913590775e+38, 2.7382096713169267e+38, -3.8713765377235675e+37], [2.6983328314433792e+38, 1.7279963945203906e+38, 2.2065184730029603e+38], [-1.9539651538038263e+38, -2.5521177519070385e+38, 6.08121808071599e+37], [-1.9938419936773738e+38, 1.3956893955741617e+38, -5.516296182507401e+37]]]
// OUT 0: tensor<2x5x3xbf16> = [[[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]] TOL abs=0.004 rel=0.02
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<2x5x3xbf16>) -> tensor<2x5x3xbf16> {
  %ninf = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0.0 : bf16
  %e1 = tensor.empty() : tensor<2x3xbf16>
  %e2 = tensor.empty() : tensor<2x5x3xbf16>
  %mi = linalg.fill ins(%ninf : bf16) outs(%e1 : tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %mx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<2x5x3xbf16>) outs(%mi : tensor<2x3xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.maximumf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<2x3xbf16>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mx : tensor<2x5x3xbf16>, tensor<2x3xbf16>) outs(%e2 : tensor<2x5x3xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.subf %a, %b : bf16
    %1 = math.exp %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<2x5x3xbf16>
  %si = linalg.fill ins(%zero : bf16) outs(%e1 : tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%p : tensor<2x5x3xbf16>) outs(%si : tensor<2x3xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.addf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<2x3xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %s : tensor<2x5x3xbf16>, tensor<2x3xbf16>) outs(%e2 : tensor<2x5x3xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.divf %a, %b : bf16
    linalg.yield %0 : bf16
  } -> tensor<2x5x3xbf16>
  return %r : tensor<2x5x3xbf16>
}
