// Powers and cube roots of f32 and f64.
//
// x^y = exp(y * log(x)), the logarithm to more than the type's bits and those
// of the largest exponent, as a pair.
#include <math.h>

#include "lowering/ptx/float_math.h"
#include "lowering/ptx/series.h"

static dl_pair real_pair(const dl_builder *bld, MlirValue like, double f32_high,
                         double f32_low, double f64_high, double f64_low) {
  return (dl_pair){dl_real_of(bld, like, f32_high, f64_high),
                   dl_real_of(bld, like, f32_low, f64_low)};
}

/// f / (2 + f) as a pair.
static dl_pair ratio_of(const dl_builder *bld, MlirValue f) {
  dl_pair below = dl_pair_sum(bld, dl_real(bld, f, 2.0), f);
  MlirValue high = dl_div(bld, f, below.high);
  MlirValue rest = dl_fma(bld, dl_negated(bld, high), below.high, f);
  rest = dl_fma(bld, dl_negated(bld, high), below.low, rest);
  return (dl_pair){high, dl_div(bld, rest, below.high)};
}

/// log(1 + f) = 2 s + s^3 (2/3 + s^2 ...), s = f / (2 + f).
static dl_pair small_log(const dl_builder *bld, MlirValue f) {
  dl_pair s = ratio_of(bld, f), z = dl_pair_product(bld, s.high, s.high);
  MlirValue twice = dl_add(bld, s.high, s.high);
  z.low = dl_fma(bld, twice, s.low, z.low);
  MlirValue tail =
      dl_mul(bld, z.high, dl_series_at(bld, &dl_logarithm_tail_series, z.high));
  dl_pair third = real_pair(bld, f, 0x1.555556p-1, -0x1.555556p-26,
                            0x1.5555555555555p-1, 0x1.5555555555555p-55);
  dl_pair sum = dl_pair_sum(bld, third.high, tail);
  sum.low = dl_add(bld, sum.low, third.low);
  dl_pair cubic = dl_pair_product(bld, z.high, sum.high);
  cubic.low = dl_fma(bld, z.high, sum.low, cubic.low);
  cubic.low = dl_fma(bld, z.low, sum.high, cubic.low);
  dl_pair more = dl_pair_product(bld, s.high, cubic.high);
  more.low = dl_fma(bld, s.high, cubic.low, more.low);
  more.low = dl_fma(bld, s.low, cubic.high, more.low);
  dl_pair log = dl_pair_sum(bld, twice, more.high);
  log.low =
      dl_add(bld, log.low, dl_add(bld, more.low, dl_add(bld, s.low, s.low)));
  return log;
}

/// log(x) of a positive finite number.
static dl_pair log_pair(const dl_builder *bld, MlirValue x) {
  MlirValue exponent, mantissa = dl_real_split(bld, x, &exponent);
  dl_pair small = small_log(bld, dl_sub(bld, mantissa, dl_real(bld, x, 1.0)));
  // The high part times any exponent is exact.
  dl_pair log2 = real_pair(bld, x, 0x1.62e4p-1, 0x1.7f7d1cp-20,
                           0x1.62e42fefa4p-1, -0x1.8432a1b0e2634p-43);
  dl_pair log = dl_pair_sum(bld, dl_mul(bld, exponent, log2.high), small.high);
  log.low = dl_add(bld, log.low, dl_fma(bld, exponent, log2.low, small.low));
  return log;
}

/// What matters of an exponent besides its value.
struct parity {
  MlirValue is_whole, is_odd;
};

/// |x|^(y.high + y.low).
static MlirValue size_of_power(const dl_builder *bld, MlirValue size,
                               dl_pair y) {
  MlirValue infinity = dl_real(bld, size, INFINITY);
  MlirValue is_zero = dl_equals(bld, size, 0.0);
  dl_pair log = log_pair(bld, size);
  log = dl_pair_sum(bld, log.high, log.low);
  // Infinite of zero and infinity, and so is what y makes of it; NaN passes.
  MlirValue is_plain = dl_arith_andi(bld, dl_is_above(bld, size, 0.0),
                                     dl_is_below(bld, size, INFINITY));
  MlirValue special = dl_pick(bld, is_zero, dl_negated(bld, infinity), size);
  MlirValue high = dl_pick(bld, is_plain, log.high, special);
  MlirValue zero = dl_real(bld, size, 0.0);
  dl_pair product = dl_pair_product(bld, y.high, high);
  product.low = dl_fma(bld, y.high, log.low, product.low);
  if (!mlirValueIsNull(y.low))
    product.low = dl_fma(bld, y.low, log.high, product.low);
  // Beyond this all is 0 or infinite, and the low part may be NaN.
  MlirValue is_near = dl_arith_andi(
      bld, is_plain, dl_is_below(bld, dl_absolute(bld, product.high), 800.0));
  product.low = dl_pick(bld, is_near, product.low, zero);
  return dl_real_exp_of(bld, product, 0);
}

static MlirValue power(const dl_builder *bld, MlirValue x, dl_pair y,
                       struct parity parity) {
  MlirValue size = dl_absolute(bld, x), one = dl_real(bld, x, 1.0);
  MlirValue value = size_of_power(bld, size, y);
  MlirValue is_negative = dl_has_sign(bld, x);
  value =
      dl_negated_if(bld, dl_arith_andi(bld, is_negative, parity.is_odd), value);
  // A negative number has whole powers only; zero and infinity have all.
  MlirValue is_plain = dl_arith_andi(bld, dl_is_above(bld, size, 0.0),
                                     dl_is_below(bld, size, INFINITY));
  MlirValue has_none =
      dl_pick(bld, parity.is_whole,
              dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 1), 0),
              dl_arith_andi(bld, is_negative, is_plain));
  value = dl_pick(bld, has_none, dl_real(bld, x, NAN), value);
  MlirValue is_infinite = dl_equals(bld, dl_absolute(bld, y.high), INFINITY);
  MlirValue is_one =
      dl_arith_ori(bld, dl_equals(bld, x, 1.0),
                   dl_arith_andi(bld, dl_equals(bld, size, 1.0), is_infinite));
  is_one = dl_arith_ori(bld, is_one, dl_equals(bld, y.high, 0.0));
  return dl_pick(bld, is_one, one, value);
}

static MlirValue is_whole(const dl_builder *bld, MlirValue x) {
  return dl_scalar_compare(bld, DL_EQUAL, dl_truncated(bld, x), x);
}

MlirValue dl_real_pow(const dl_builder *bld, MlirValue x, MlirValue y) {
  MlirValue half = dl_mul(bld, y, dl_real(bld, y, 0.5));
  MlirValue is_even = is_whole(bld, half), whole = is_whole(bld, y);
  MlirValue zero = dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 1), 0);
  const struct parity parity = {whole, dl_pick(bld, is_even, zero, whole)};
  return power(bld, x, (dl_pair){.high = y}, parity);
}

MlirValue dl_real_pow_int(const dl_builder *bld, MlirValue x, MlirValue n) {
  MlirType type = mlirValueGetType(x),
           i64 = mlirIntegerTypeGet(bld->context, 64);
  if (mlirTypeIsAIndex(mlirValueGetType(n)))
    n = dl_arith_index_cast(bld, i64, n);
  else if (dl_type_width(mlirValueGetType(n)) < 64)
    n = dl_arith_extsi(bld, i64, n);
  MlirValue bit = dl_arith_andi(bld, n, dl_whole(bld, n, 1));
  // The exponent as a pair, so that no bit is lost that would be seen. What is
  // past the limit makes 0 or infinity of all but 1 and -1.
  const int64_t limit = INT64_C(1) << 62;
  n = dl_combine_scalars(bld, DL_REDUCE_MIN, false, n, dl_whole(bld, n, limit));
  n = dl_combine_scalars(bld, DL_REDUCE_MAX, false, n,
                         dl_whole(bld, n, -limit));
  MlirValue high = dl_arith_sitofp(bld, type, n);
  MlirValue low = dl_arith_sitofp(
      bld, type, dl_sub(bld, n, dl_arith_fptosi(bld, i64, high)));
  const struct parity parity = {
      dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 1), 1),
      dl_equals(bld, bit, 1)};
  return power(bld, x, (dl_pair){high, low}, parity);
}

/// A third of the exponent, two or three steps of Halley, one of Newton with
/// the rest that a pair gives.
MlirValue dl_real_cbrt(const dl_builder *bld, MlirValue x) {
  bool is_double = dl_is_double(x);
  MlirValue size = dl_absolute(bld, x);
  // Numbers below the least normal one are made larger first.
  MlirValue is_small = dl_is_below(bld, size, is_double ? 0x1p-1022 : 0x1p-126);
  MlirValue larger = dl_mul(bld, size, dl_real(bld, x, 0x1p54));
  MlirValue a = dl_pick(bld, is_small, larger, size);
  MlirValue bits = dl_bits(bld, a);
  bits = dl_arith_divui(bld, bits, dl_whole(bld, bits, 3),
                        (dl_arith_divui_attrs){0});
  // Two thirds of the bias, less what makes the error least.
  int64_t third = is_double ? INT64_C(715094163) << 32 : 709958130;
  MlirValue root =
      dl_from_bits(bld, dl_add(bld, bits, dl_whole(bld, bits, third)));
  MlirValue one = dl_real(bld, x, 1.0), two = dl_real(bld, x, 2.0);
  for (int i = 0; i < (is_double ? 3 : 2); ++i) {
    // (t + 2) / (2 t + 1), t = root^3 / a.
    MlirValue t = dl_mul(bld, dl_mul(bld, root, root), dl_div(bld, root, a));
    MlirValue inverse =
        dl_div(bld, dl_add(bld, t, two), dl_fma(bld, t, two, one));
    root = dl_mul(bld, root, inverse);
  }
  dl_pair square = dl_pair_product(bld, root, root);
  MlirValue rest = dl_fma(bld, square.high, root, dl_negated(bld, a));
  rest = dl_fma(bld, square.low, root, rest);
  MlirValue step =
      dl_div(bld, rest, dl_mul(bld, square.high, dl_real(bld, x, 3.0)));
  root = dl_sub(bld, root, step);
  root =
      dl_pick(bld, is_small, dl_mul(bld, root, dl_real(bld, x, 0x1p-18)), root);
  MlirValue is_plain = dl_arith_andi(bld, dl_is_above(bld, size, 0.0),
                                     dl_is_below(bld, size, INFINITY));
  return dl_with_sign(bld, dl_pick(bld, is_plain, root, size), x);
}
