// RUN: dlopt-run --check %s --target cpu
// RUN: dlopt-run --check %s --target cpu --no-import
// CASE: conv/tosa_2d_i8_zero_points
// KIND: tosa.conv2d on i8 with zero points and padding
// WHY: Padding is with the zero point, so that it adds nothing.
// CALL: @test
// IN 0: tensor<1x5x5x3xi8> = [[[[61, -59, -88], [-12, 58, 19], [18, 75, -35], [-68, 27, 80], [107, 2, -56]], [[-96, -97, -73], [-106, -30, -69], [-49, -98, -30], [2, -14, 22], [87, 72, -8]], [[-10, 124, 48], [-126, 107, -21], [116, 40, 72], [76, 1, 28], [65, 120, -48]], [[-36, 59, -105], [-11, -65, -112], [-67, 81, 69], [32, -112, 22], [55, 30, -72]], [[12, 16, -70], [86, -26, -1], [-67, 0, 18], [-121, 26, -3], [73, 111, 112]]]]
// IN 1: tensor<2x2x2x3xi8> = [[[[7, 6, -57], [-120, -56, 51]], [[-48, -105, -69], [80, -121, -57]]], [[[45, -15, -73], [-78, 90, -14]], [[107, -63, -41], [-5, 52, -56]]]]
// IN 2: tensor<2xi32> = [1000, -1000]
// OUT 0: tensor<1x6x6x2xi32> = [[[[17758, 723], [-349, 14807], [-13524, -1436], [-20572, -5511], [5453, -10948], [-1796, 12430]], [[565, -9401], [23014, 17651], [12835, -7413], [27196, 7820], [-24506, -14930], [-8263, 12072]], [[-5204, 2757], [-24472, 5130], [8404, -26608], [-10051, 2842], [-31307, 11380], [-12195, 2628]], [[-7775, 19011], [20961, 12630], [-17418, -5689], [-8691, -31692], [-6662, 20632], [2219, 9836]], [[-1158, 13507], [17126, 2480], [3885, 29264], [-12302, -29002], [-26428, -16289], [-19565, 1290]], [[-5450, 555], [-4731, -4990], [9496, 7962], [11922, 6617], [-10313, -4797], [-5360, -8704]]]] TOL exact
// HOW: expected numbers worked out with numpy in float64 from the program's
//   definition, and rounded to the output type.

func.func @test(%x: tensor<1x5x5x3xi8>, %w: tensor<2x2x2x3xi8>, %b: tensor<2xi32>) -> tensor<1x6x6x2xi32> {
  %zx = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zw = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.conv2d %x, %w, %b, %zx, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x5x5x3xi8>, tensor<2x2x2x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x2xi32>
  return %r : tensor<1x6x6x2xi32>
}
