// RUN: dlopt-run --check %s --target cpu
// CASE: ops/softmax_middle_dim_f64
// KIND: bf16 along the middle dimension into f64, where statistics are f64
// WHY: An f64 result makes the statistics f64.
// CALL: @test
// IN 0: tensor<2x3x2xbf16> = [[[1.64, 0.0625], [0.0, -0.312], [-0.625, 0.156]], [[-0.406, -0.312], [-0.78, -1.53], [-0.938, 0.328]]]
// OUT 0: tensor<2x3x2xf64> = [[[0.7706392584895188, 0.358992383453724], [0.14939523474626534, 0.24673161631536208], [0.07996550676421589, 0.394276000230914]], [[0.4395297300696461, 0.3131590053798597], [0.30208407118675773, 0.09256962517362555], [0.25838619874359603, 0.5942713694465147]]] TOL abs=0 rel=1e-13
// HOW: expected numbers worked out with numpy in float64, or with exact
//   fractions, from the op's documented formula, and rounded to the output
//   type.

func.func @test(%x: tensor<2x3x2xbf16>) -> (tensor<2x3x2xf64>) {
  %0 = dlopt.softmax %x dim 1 : tensor<2x3x2xbf16> -> tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}
