// Exponentials and logarithms of f32 and f64, from fused multiply-adds and, for
// exp of f32, the hardware's ex2. Roundings are part of the methods: nothing
// here may be reassociated or contracted.
#include <math.h>

#include "lowering/ptx/float_math.h"
#include "lowering/ptx/series.h"

/// n = x * log2(e) rounded, a float; returns what is left, with twice the
/// type's bits of log(2).
static MlirValue reduced(const dl_builder *bld, dl_pair x, MlirValue *n) {
  MlirValue log2_e = dl_real(bld, x.high, 0x1.71547652b82fep+0);
  *n = dl_nearest(bld, dl_mul(bld, x.high, log2_e));
  MlirValue high =
      dl_real_of(bld, x.high, -0x1.62e430p-1, -0x1.62e42fefa39efp-1);
  MlirValue low =
      dl_real_of(bld, x.high, 0x1.05c610p-29, -0x1.abc9e3b39803fp-56);
  MlirValue rest = dl_fma(bld, *n, low, dl_fma(bld, *n, high, x.high));
  return mlirValueIsNull(x.low) ? rest : dl_add(bld, rest, x.low);
}

/// exp(x) - 1 for |x| <= log(2) / 2.
static MlirValue small_expm1(const dl_builder *bld, MlirValue x) {
  MlirValue tail = dl_series_at(bld, &dl_exponential_series, x);
  return dl_fma(bld, tail, dl_mul(bld, x, x), x);
}

MlirValue dl_real_exp_of(const dl_builder *bld, dl_pair x, int k) {
  // Beyond these the result is 0 or infinity; NaN passes.
  bool is_double = dl_is_double(x.high);
  x.high = dl_clamped(bld, x.high, is_double ? -747.0 : -106.0,
                      is_double ? 712.0 : 91.0);
  MlirValue n, rest = reduced(bld, x, &n);
  MlirValue power =
      dl_add(bld, small_expm1(bld, rest), dl_real(bld, rest, 1.0));
  n = dl_to_whole(bld, n);
  return dl_scaled(bld, power, dl_add(bld, n, dl_whole(bld, n, k)));
}

/// Of f32 2^r, r left of x * log2(e) computed with 48 bits of log2(e), is the
/// hardware's.
static MlirValue exp_f32(const dl_builder *bld, MlirValue x) {
  x = dl_clamped(bld, x, -105.0, 89.0);
  MlirValue high = dl_real(bld, x, 0x1.715476p+0);
  MlirValue low = dl_real(bld, x, 0x1.4ae0bep-26);
  MlirValue n = dl_nearest(bld, dl_mul(bld, x, high));
  MlirValue rest =
      dl_fma(bld, x, low, dl_fma(bld, x, high, dl_negated(bld, n)));
  MlirValue power = dl_ptx_instruction(bld, "ex2.approx.ftz.f32 $0, $1;", rest);
  return dl_scaled(bld, power, dl_to_whole(bld, n));
}

MlirValue dl_real_exp(const dl_builder *bld, MlirValue x) {
  return dl_is_double(x) ? dl_real_exp_of(bld, (dl_pair){.high = x}, 0)
                         : exp_f32(bld, x);
}

MlirValue dl_real_exp2(const dl_builder *bld, MlirValue x) {
  if (!dl_is_double(x))
    return dl_ptx_instruction(bld, "ex2.approx.f32 $0, $1;", x);
  x = dl_clamped(bld, x, -1078.0, 1026.0);
  MlirValue n = dl_nearest(bld, x);
  MlirValue rest =
      dl_mul(bld, dl_sub(bld, x, n), dl_real(bld, x, 0x1.62e42fefa39efp-1));
  MlirValue power = dl_add(bld, small_expm1(bld, rest), dl_real(bld, x, 1.0));
  return dl_scaled(bld, power, dl_to_whole(bld, n));
}

/// 2^n * ((exp(r) - 1) + (1 - 2^-n)).
MlirValue dl_real_expm1(const dl_builder *bld, MlirValue x) {
  bool is_double = dl_is_double(x);
  MlirValue one = dl_real(bld, x, 1.0);
  // Below the lower one the result is -1.
  MlirValue clamped = dl_clamped(bld, x, -60.0, is_double ? 712.0 : 91.0);
  MlirValue n, rest = reduced(bld, (dl_pair){.high = clamped}, &n);
  n = dl_to_whole(bld, n);
  MlirValue minus_n = dl_sub(bld, dl_whole(bld, n, 0), n);
  MlirValue less = dl_sub(bld, one, dl_scaled(bld, one, minus_n));
  MlirValue value =
      dl_scaled(bld, dl_add(bld, small_expm1(bld, rest), less), n);
  // Keeps -0.
  return dl_pick(bld, dl_equals(bld, x, 0.0), x, value);
}

MlirValue dl_f32_exp_approx(const dl_builder *bld, MlirValue x) {
  return dl_ptx_instruction(
      bld, "ex2.approx.ftz.f32 $0, $1;",
      dl_mul(bld, x, dl_real(bld, x, 1.4426950408889634)));
}

MlirValue dl_real_split(const dl_builder *bld, MlirValue x,
                        MlirValue *exponent) {
  bool is_double = dl_is_double(x);
  int bits_kept = dl_mantissa_bits(x), bias = dl_bias(x);
  // Numbers below the least normal one are made larger first.
  int up = bits_kept + 2;
  MlirValue is_small = dl_is_below(bld, x, is_double ? 0x1p-1022 : 0x1p-126);
  MlirValue larger = dl_mul(bld, x, dl_real(bld, x, ldexp(1.0, up)));
  MlirValue bits = dl_bits(bld, dl_pick(bld, is_small, larger, x));
  // sqrt(1/2), and 1 less that.
  int64_t root = is_double ? 0x3fe6a09e00000000 : 0x3f3504f3;
  int64_t one = (int64_t)bias << bits_kept;
  bits = dl_add(bld, bits, dl_whole(bld, bits, one - root));
  MlirValue k = dl_shift_right(bld, bits, bits_kept, false);
  k = dl_sub(bld, k, dl_whole(bld, k, bias));
  k = dl_pick(bld, is_small, dl_sub(bld, k, dl_whole(bld, k, up)), k);
  *exponent = dl_from_whole(bld, k);
  int64_t mask = ((int64_t)1 << bits_kept) - 1;
  MlirValue mantissa = dl_arith_andi(bld, bits, dl_whole(bld, bits, mask));
  return dl_from_bits(bld,
                      dl_add(bld, mantissa, dl_whole(bld, mantissa, root)));
}

/// What log makes of zero, negative numbers, infinity and NaN; `value`
/// elsewhere.
static MlirValue settled_log(const dl_builder *bld, MlirValue x,
                             MlirValue value) {
  MlirValue is_plain = dl_arith_andi(bld, dl_is_above(bld, x, 0.0),
                                     dl_is_below(bld, x, INFINITY));
  MlirValue special = dl_pick(bld, dl_equals(bld, x, 0.0),
                              dl_real(bld, x, -INFINITY), dl_real(bld, x, NAN));
  special = dl_pick(bld, dl_equals(bld, x, INFINITY), x, special);
  return dl_pick(bld, is_plain, value, special);
}

/// log(x) as k * log(2) + log(1 + f), the last as f - f^2 / 2 and what a series
/// in s = f / (2 + f) adds.
MlirValue dl_real_log(const dl_builder *bld, MlirValue x) {
  MlirValue exponent, mantissa = dl_real_split(bld, x, &exponent);
  MlirValue f = dl_sub(bld, mantissa, dl_real(bld, x, 1.0));
  MlirValue s = dl_div(bld, f, dl_add(bld, f, dl_real(bld, x, 2.0)));
  MlirValue z = dl_mul(bld, s, s);
  MlirValue tail = dl_mul(bld, z, dl_series_at(bld, &dl_logarithm_series, z));
  MlirValue half_square = dl_mul(bld, dl_mul(bld, f, dl_real(bld, x, 0.5)), f);
  MlirValue sum = dl_mul(bld, s, dl_add(bld, half_square, tail));
  MlirValue low = dl_real_of(bld, x, 0x1.7f7d1cp-20, 0x1.7f7d1cf79abcap-20);
  MlirValue high = dl_real_of(bld, x, 0x1.62e4p-1, 0x1.62e4p-1);
  sum = dl_fma(bld, exponent, low, sum);
  sum = dl_add(bld, dl_sub(bld, sum, half_square), f);
  sum = dl_fma(bld, exponent, high, sum);
  return settled_log(bld, x, sum);
}

MlirValue dl_real_log2(const dl_builder *bld, MlirValue x) {
  return dl_mul(bld, dl_real_log(bld, x), dl_real(bld, x, 1.4426950408889634));
}

MlirValue dl_real_log10(const dl_builder *bld, MlirValue x) {
  return dl_mul(bld, dl_real_log(bld, x), dl_real(bld, x, 0.43429448190325182));
}

/// log(u) + (x - (u - 1)) / u, u = 1 + x rounded.
MlirValue dl_real_log1p(const dl_builder *bld, MlirValue x) {
  MlirValue one = dl_real(bld, x, 1.0);
  MlirValue u = dl_add(bld, one, x);
  MlirValue log = dl_real_log(bld, u);
  MlirValue lost = dl_sub(bld, x, dl_sub(bld, u, one));
  MlirValue mended = dl_add(bld, log, dl_div(bld, lost, u));
  MlirValue is_plain = dl_arith_andi(bld, dl_is_above(bld, u, 0.0),
                                     dl_is_below(bld, u, INFINITY));
  mended = dl_pick(bld, is_plain, mended, log);
  // Keeps -0.
  return dl_pick(bld, dl_equals(bld, x, 0.0), x, mended);
}

MlirValue dl_real_rsqrt(const dl_builder *bld, MlirValue x) {
  return dl_div(bld, dl_real(bld, x, 1.0), dl_root(bld, x));
}

MlirValue dl_f32_rsqrt_approx(const dl_builder *bld, MlirValue x) {
  return dl_ptx_instruction(bld, "rsqrt.approx.f32 $0, $1;", x);
}
