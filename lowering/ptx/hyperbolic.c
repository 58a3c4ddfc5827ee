// Hyperbolic functions and their inverses, of f32 and f64.
#include <math.h>

#include "lowering/ptx/float_math.h"
#include "lowering/ptx/series.h"

/// 1 - 2 / (exp(2 |x|) + 1) from 0.55 on; below, |x| times an odd series.
static MlirValue tanh_f32(const dl_builder *bld, MlirValue x) {
  MlirValue size = dl_absolute(bld, x), one = dl_real(bld, x, 1.0);
  MlirValue power = dl_real_exp(bld, dl_add(bld, size, size));
  MlirValue quotient =
      dl_div(bld, dl_real(bld, x, -2.0), dl_add(bld, power, one));
  MlirValue square = dl_mul(bld, x, x);
  static const double list[] = {1.57394409e-2, -5.23025580e-2, 1.33152470e-1,
                                -3.33327681e-1};
  static const dl_series series = {.n_f32 = 4, .f32 = list};
  MlirValue tail = dl_mul(bld, dl_series_at(bld, &series, square), square);
  MlirValue value =
      dl_pick(bld, dl_is_below(bld, size, 0.55), dl_fma(bld, tail, size, size),
              dl_add(bld, one, quotient));
  return dl_with_sign(bld, value, x);
}

/// t / (t + 2), t = exp(2 |x|) - 1.
MlirValue dl_real_tanh(const dl_builder *bld, MlirValue x) {
  if (!dl_is_double(x))
    return tanh_f32(bld, x);
  MlirValue size = dl_clamped(bld, dl_absolute(bld, x), 0.0, 40.0);
  MlirValue t = dl_real_expm1(bld, dl_add(bld, size, size));
  MlirValue ratio = dl_div(bld, t, dl_add(bld, t, dl_real(bld, x, 2.0)));
  return dl_with_sign(bld, ratio, x);
}

MlirValue dl_f32_tanh_approx(const dl_builder *bld, MlirValue x) {
  return dl_ptx_instruction(bld, "tanh.approx.f32 $0, $1;", x);
}

/// exp(|x|) / 2, and half its inverse.
static dl_pair half_powers(const dl_builder *bld, MlirValue size) {
  MlirValue half = dl_real_exp_of(bld, (dl_pair){.high = size}, -1);
  return (dl_pair){half, dl_div(bld, dl_real(bld, size, 0.25), half)};
}

/// An odd series up to 1.
MlirValue dl_real_sinh(const dl_builder *bld, MlirValue x) {
  MlirValue size = dl_absolute(bld, x), square = dl_mul(bld, x, x);
  dl_pair powers = half_powers(bld, size);
  MlirValue large = dl_sub(bld, powers.high, powers.low);
  MlirValue tail = dl_mul(
      bld, dl_series_at(bld, &dl_hyperbolic_sine_series, square), square);
  MlirValue small = dl_fma(bld, tail, size, size);
  MlirValue value = dl_pick(bld, dl_is_below(bld, size, 1.0), small, large);
  return dl_with_sign(bld, value, x);
}

MlirValue dl_real_cosh(const dl_builder *bld, MlirValue x) {
  dl_pair powers = half_powers(bld, dl_absolute(bld, x));
  return dl_add(bld, powers.high, powers.low);
}

/// log(2 x) for numbers whose square counts for no more than rounding.
static MlirValue log_of_twice(const dl_builder *bld, MlirValue x) {
  return dl_add(bld, dl_real_log(bld, x),
                dl_real(bld, x, 0x1.62e42fefa39efp-1));
}

static MlirValue is_large(const dl_builder *bld, MlirValue x) {
  return dl_is_above(bld, x, dl_is_double(x) ? 0x1p28 : 0x1p14);
}

/// log1p(|x| + x^2 / (1 + sqrt(1 + x^2))).
MlirValue dl_real_asinh(const dl_builder *bld, MlirValue x) {
  MlirValue size = dl_absolute(bld, x), one = dl_real(bld, x, 1.0);
  MlirValue square = dl_mul(bld, x, x);
  MlirValue root = dl_root(bld, dl_fma(bld, x, x, one));
  MlirValue more =
      dl_add(bld, size, dl_div(bld, square, dl_add(bld, one, root)));
  MlirValue value = dl_pick(bld, is_large(bld, size), log_of_twice(bld, size),
                            dl_real_log1p(bld, more));
  return dl_with_sign(bld, value, x);
}

/// log1p(t + sqrt(t^2 + 2 t)), t = x - 1.
MlirValue dl_real_acosh(const dl_builder *bld, MlirValue x) {
  MlirValue t = dl_sub(bld, x, dl_real(bld, x, 1.0));
  MlirValue root = dl_root(bld, dl_fma(bld, t, t, dl_add(bld, t, t)));
  MlirValue value = dl_pick(bld, is_large(bld, x), log_of_twice(bld, x),
                            dl_real_log1p(bld, dl_add(bld, t, root)));
  return dl_pick(bld, dl_is_below(bld, t, 0.0), dl_real(bld, x, NAN), value);
}

/// log1p(2 |x| / (1 - |x|)) / 2.
MlirValue dl_real_atanh(const dl_builder *bld, MlirValue x) {
  MlirValue size = dl_absolute(bld, x);
  MlirValue ratio = dl_div(bld, dl_add(bld, size, size),
                           dl_sub(bld, dl_real(bld, x, 1.0), size));
  MlirValue half = dl_mul(bld, dl_real_log1p(bld, ratio), dl_real(bld, x, 0.5));
  return dl_with_sign(bld, half, x);
}
