// erf and erfc of f32 and f64.
#include <math.h>

#include "lowering/ptx/float_math.h"
#include "lowering/ptx/series.h"

/// 1 - exp(p(|x|)) from 475/512 on; below, x times an odd series.
static MlirValue erf_f32(const dl_builder *bld, MlirValue x) {
  static const double far_list[] = {
      -1.72853470e-5, 3.83197126e-4,  -3.88396438e-3, 2.42546219e-2,
      -1.06777877e-1, -6.34846687e-1, -1.28717512e-1};
  static const double near_list[] = {-5.96761703e-4, 4.99119423e-3,
                                     -2.67681349e-2, 1.12819925e-1,
                                     -3.76125336e-1, 1.28379166e-1};
  static const dl_series far_series = {.n_f32 = 7, .f32 = far_list};
  static const dl_series near_series = {.n_f32 = 6, .f32 = near_list};
  // Past 4 the result is 1, and the series would turn.
  MlirValue size = dl_combine_scalars(
      bld, DL_REDUCE_MIN, false, dl_absolute(bld, x), dl_real(bld, x, 4.0));
  MlirValue power = dl_series_at(bld, &far_series, size);
  power = dl_real_exp(bld, dl_fma(bld, power, size, dl_negated(bld, size)));
  MlirValue large =
      dl_with_sign(bld, dl_sub(bld, dl_real(bld, x, 1.0), power), x);
  MlirValue square = dl_mul(bld, x, x);
  MlirValue small = dl_fma(bld, dl_series_at(bld, &near_series, square), x, x);
  return dl_pick(bld, dl_is_below(bld, size, 0.927734375), small, large);
}

/// erf(x) for |x| <= 3/4.
static MlirValue small_erf(const dl_builder *bld, MlirValue x) {
  MlirValue square = dl_mul(bld, x, x);
  return dl_fma(bld, dl_series_at(bld, &dl_error_series, square), x, x);
}

/// erfc(a) for a >= 3/4: a series in (a - 3) / (a + 3), by 1 + 2 a, times
/// exp(-a^2), the square to twice the type's bits.
static MlirValue large_erfc(const dl_builder *bld, MlirValue a) {
  // Beyond these the result is 0.
  a = dl_clamped(bld, a, 0.0, dl_is_double(a) ? 28.0 : 11.0);
  MlirValue three = dl_real(bld, a, 3.0), one = dl_real(bld, a, 1.0);
  MlirValue q = dl_div(bld, dl_sub(bld, a, three), dl_add(bld, a, three));
  MlirValue sum = dl_series_at(bld, &dl_error_rest_series, q);
  sum = dl_div(bld, sum, dl_fma(bld, a, dl_real(bld, a, 2.0), one));
  dl_pair square = dl_pair_product(bld, a, dl_negated(bld, a));
  // Up, so that the factor is a normal number wherever the product is.
  const int up = 64;
  MlirValue power = dl_real_exp_of(bld, square, up);
  sum = dl_mul(bld, sum, dl_real(bld, a, ldexp(1.0, -up)));
  return dl_mul(bld, sum, power);
}

MlirValue dl_real_erf(const dl_builder *bld, MlirValue x) {
  if (!dl_is_double(x))
    return erf_f32(bld, x);
  MlirValue size = dl_absolute(bld, x);
  MlirValue large = dl_sub(bld, dl_real(bld, x, 1.0), large_erfc(bld, size));
  return dl_pick(bld, dl_is_below(bld, size, 0.75), small_erf(bld, x),
                 dl_with_sign(bld, large, x));
}

/// 1 - erf(x) up to 1/4; from there to 3/4, 1/2 - ((x - 1/2) + (erf(x) - x)).
MlirValue dl_real_erfc(const dl_builder *bld, MlirValue x) {
  MlirValue size = dl_absolute(bld, x), one = dl_real(bld, x, 1.0);
  MlirValue square = dl_mul(bld, x, x), half = dl_real(bld, x, 0.5);
  MlirValue tail = dl_mul(bld, dl_series_at(bld, &dl_error_series, square), x);
  MlirValue least = dl_sub(bld, one, dl_add(bld, x, tail));
  MlirValue middle = dl_sub(bld, half, dl_add(bld, dl_sub(bld, x, half), tail));
  MlirValue near = dl_pick(bld, dl_is_below(bld, x, 0.25), least, middle);
  MlirValue far = large_erfc(bld, size);
  far = dl_pick(bld, dl_has_sign(bld, x),
                dl_sub(bld, dl_real(bld, x, 2.0), far), far);
  return dl_pick(bld, dl_is_below(bld, size, 0.75), near, far);
}
