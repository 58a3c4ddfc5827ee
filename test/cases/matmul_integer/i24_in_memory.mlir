// RUN: dlopt-run --check %s --target cpu
// CASE: matmul_integer/i24_in_memory
// KIND: int24 matmul, factors and product in memory
// WHY: an i24 takes four bytes there, as LLVM lays it out, and wraps at 24 bits.
// CALL: @test
// IN 0: tensor<5x9xi64> = cyc(-2048, -255, 1538, -2557, -764, 1024, 2817, -1278, 515, 2308, -1792, 1, 1794, -2301, -508, 1280, -2815, -1022, 771, 2564, -1536, 257, 2050, -2045, -252, 1536, -2559, -766, 1027, 2820, -1280, 513, 2306, -1789, 4, 1792, -2303, -510, 1283, -2812, -1024, 769, 2562, -1533, 260, 2048, -2047, -254, 1539, -2556, -768, 1025, 2818, -1277, 516, 2304, -1791, 2, 1795, -2300, -512, 1281, -2814, -1021, 772, 2560, -1535, 258, 2051, -2044, -256, 1537, -2558, -765, 1028, 2816, -1279, 514, 2307, -1788, 0, 1793, -2302, -509, 1284, -2816, -1023, 770, 2563, -1532, 256, 2049, -2046, -253, 1540, -2560, -767)
// IN 1: tensor<9x6xi64> = cyc(-8, -3, 2, 7, -7, -2, 3, 8, -6, -1, 4, 9, -5, 0, 5, -9, -4, 1, 6, -8, -3, 2, 7, -7, -2, 3, 8, -6, -1, 4, 9, -5, 0, 5, -9, -4, 1, 6, -8, -3, 2, 7, -7, -2, 3, 8, -6, -1, 4, 9, -5, 0, 5, -9, -4, 1, 6, -8, -3, 2, 7, -7, -2, 3, 8, -6, -1, 4, 9, -5, 0, 5, -9, -4, 1, 6, -8, -3, 2, 7, -7, -2, 3, 8, -6, -1, 4, 9, -5)
// OUT 0: tensor<5x6xi64> = cyc(17154, 41241, -22262, -42008, -3310, 30448, 3846, -35863, -21992, 6433, 10443, -19500, -32999, 4903, 13526, 7690, 6642, 54310, 12508, 16149, 19714, -20478, -26679, -13272, 16909, 39186, -21282, -42743, -1010, 30938) TOL exact
// HOW: expected numbers worked out with exact integers, modulo 2^24.

func.func @test(%x: tensor<5x9xi64>, %y: tensor<9x6xi64>) -> tensor<5x6xi64> {
  %a = dlopt.kernel %x : (tensor<5x9xi64>) -> tensor<5x9xi24> {
  ^bb0(%v: tensor<5x9xi64>):
    %c = dlopt.cast %v : tensor<5x9xi64> to tensor<5x9xi24>
    dlopt.yield %c : tensor<5x9xi24>
  }
  %b = dlopt.kernel %y : (tensor<9x6xi64>) -> tensor<9x6xi24> {
  ^bb0(%v: tensor<9x6xi64>):
    %c = dlopt.cast %v : tensor<9x6xi64> to tensor<9x6xi24>
    dlopt.yield %c : tensor<9x6xi24>
  }
  %p = dlopt.kernel %a, %b : (tensor<5x9xi24>, tensor<9x6xi24>) -> tensor<5x6xi24> {
  ^bb0(%v: tensor<5x9xi24>, %w: tensor<9x6xi24>):
    %c = dlopt.matmul %v, %w : tensor<5x9xi24>, tensor<9x6xi24> -> tensor<5x6xi24>
    dlopt.yield %c : tensor<5x6xi24>
  }
  %o = dlopt.cast %p : tensor<5x6xi24> to tensor<5x6xi64>
  return %o : tensor<5x6xi64>
}
