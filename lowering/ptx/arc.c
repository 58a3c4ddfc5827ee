// asin, acos, atan and atan2 of f32 and f64, from odd series.
#include <math.h>

#include "lowering/ptx/float_math.h"
#include "lowering/ptx/series.h"

/// x + x^3 * series(x^2).
static MlirValue odd(const dl_builder *bld, const dl_series *series,
                     MlirValue x, MlirValue square) {
  MlirValue tail = dl_mul(bld, dl_series_at(bld, series, square), square);
  return dl_fma(bld, tail, x, x);
}

/// `factor` * pi / 2 - x.
static MlirValue quarters_less(const dl_builder *bld, double factor,
                               MlirValue x) {
  MlirValue high =
      dl_real_of(bld, x, factor * 0x1.921fb6p+0, factor * 0x1.921fb54442d18p+0);
  MlirValue low = dl_real_of(bld, x, factor * -0x1.777a5cp-25,
                             factor * 0x1.1a62633145c07p-54);
  return dl_sub(bld, high, dl_sub(bld, x, low));
}

/// The arc sine of |x| up to 1/2; from there on of sqrt((1 - |x|) / 2), which
/// is half the arc cosine of |x|.
static MlirValue half_arc(const dl_builder *bld, MlirValue size,
                          MlirValue *is_near) {
  *is_near = dl_compares(bld, DL_LESS, size, 0.5);
  MlirValue rest = dl_mul(bld, dl_sub(bld, dl_real(bld, size, 1.0), size),
                          dl_real(bld, size, 0.5));
  MlirValue square = dl_pick(bld, *is_near, dl_mul(bld, size, size), rest);
  MlirValue x = dl_pick(bld, *is_near, size, dl_root(bld, rest));
  return odd(bld, &dl_arcsine_series, x, square);
}

MlirValue dl_real_asin(const dl_builder *bld, MlirValue x) {
  MlirValue is_near, arc = half_arc(bld, dl_absolute(bld, x), &is_near);
  MlirValue far = quarters_less(bld, 1.0, dl_add(bld, arc, arc));
  return dl_with_sign(bld, dl_pick(bld, is_near, arc, far), x);
}

MlirValue dl_real_acos(const dl_builder *bld, MlirValue x) {
  MlirValue is_near, arc = half_arc(bld, dl_absolute(bld, x), &is_near);
  MlirValue is_negative = dl_has_sign(bld, x);
  MlirValue near =
      quarters_less(bld, 1.0, dl_negated_if(bld, is_negative, arc));
  MlirValue twice = dl_add(bld, arc, arc);
  MlirValue far =
      dl_pick(bld, is_negative, quarters_less(bld, 2.0, twice), twice);
  return dl_pick(bld, is_near, near, far);
}

MlirValue dl_real_atan(const dl_builder *bld, MlirValue x) {
  MlirValue size = dl_absolute(bld, x), one = dl_real(bld, x, 1.0);
  MlirValue is_far = dl_is_above(bld, size, 1.0);
  MlirValue t = dl_pick(bld, is_far, dl_div(bld, one, size), size);
  MlirValue arc = odd(bld, &dl_arctangent_series, t, dl_mul(bld, t, t));
  MlirValue far = quarters_less(bld, 1.0, arc);
  return dl_with_sign(bld, dl_pick(bld, is_far, far, arc), x);
}

/// The arc tangent of the smaller by the larger, then the octant.
MlirValue dl_real_atan2(const dl_builder *bld, MlirValue y, MlirValue x) {
  MlirValue height = dl_absolute(bld, y), width = dl_absolute(bld, x);
  MlirValue larger =
      dl_combine_scalars(bld, DL_REDUCE_MAX, false, height, width);
  MlirValue smaller =
      dl_combine_scalars(bld, DL_REDUCE_MIN, false, height, width);
  MlirValue t = dl_div(bld, smaller, larger);
  t = dl_pick(bld, dl_equals(bld, larger, 0.0), larger, t);
  t = dl_pick(bld, dl_equals(bld, smaller, INFINITY), dl_real(bld, x, 1.0), t);
  MlirValue arc = odd(bld, &dl_arctangent_series, t, dl_mul(bld, t, t));
  MlirValue is_steep = dl_scalar_compare(bld, DL_GREATER, height, width);
  arc = dl_pick(bld, is_steep, quarters_less(bld, 1.0, arc), arc);
  arc = dl_pick(bld, dl_has_sign(bld, x), quarters_less(bld, 2.0, arc), arc);
  return dl_with_sign(bld, arc, y);
}
