// Scalar conversions as `dlopt.cast` defines them, in arith and math.
//
// Float to narrower float rounds with arith.truncf, which is to nearest even;
// other directions correct that result by one unit in its bit pattern, because
// the rounding modes of arith.truncf do not survive down to LLVM.
#include "lowering/base/float_format.h"
#include "lowering/reference/shared.h"

#include <math.h>

static MlirValue absolute(const dl_builder *bld, MlirValue value) {
  return dl_math_absf(bld, value, (dl_math_absf_attrs){0});
}

static MlirValue narrow(const dl_builder *bld, MlirValue value, MlirType type) {
  return dl_arith_truncf(bld, type, value, (dl_arith_truncf_attrs){0});
}

static MlirValue widen(const dl_builder *bld, MlirValue value, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(value), type)
             ? value
             : dl_arith_extf(bld, type, value, (dl_arith_extf_attrs){0});
}

static MlirValue float_like(const dl_builder *bld, MlirValue value,
                            double constant) {
  return dl_constant_float(bld, mlirValueGetType(value), constant);
}

/// NaN stays NaN.
static MlirValue clamp(const dl_builder *bld, MlirValue value, double low,
                       double high) {
  value = dl_combine_scalars(bld, DL_REDUCE_MAX, false, value,
                             float_like(bld, value, low));
  return dl_combine_scalars(bld, DL_REDUCE_MIN, false, value,
                            float_like(bld, value, high));
}

static MlirValue widen_bit(const dl_builder *bld, MlirType type,
                           MlirValue bit) {
  return dl_arith_extui(bld, type, bit);
}

/// f64 to f32, inexact numbers rounded to odd: a second rounding, to 21 bits or
/// fewer, then gives what one rounding would. The f64 conversions of runtime
/// libraries go by way of an f32 rounded to even, which does not.
static MlirValue narrow_to_odd(const dl_builder *bld, MlirValue value) {
  MlirType f32 = mlirF32TypeGet(bld->context);
  MlirType bits_type = mlirIntegerTypeGet(bld->context, 32);
  MlirValue one = dl_constant_int(bld, bits_type, 1);
  MlirValue nearest =
      dl_arith_truncf(bld, f32, value, (dl_arith_truncf_attrs){0});
  MlirValue back = absolute(bld, widen(bld, nearest, mlirValueGetType(value)));
  MlirValue size = absolute(bld, value);
  MlirValue bits = dl_arith_bitcast(bld, bits_type, nearest);
  MlirValue is_even =
      dl_scalar_compare(bld, DL_EQUAL, dl_arith_andi(bld, bits, one),
                        dl_constant_int(bld, bits_type, 0));
  MlirValue grows =
      dl_arith_andi(bld, is_even, dl_scalar_compare(bld, DL_LESS, back, size));
  MlirValue shrinks = dl_arith_andi(
      bld, is_even, dl_scalar_compare(bld, DL_GREATER, back, size));
  bits = dl_add(bld, bits, widen_bit(bld, bits_type, grows));
  bits = dl_sub(bld, bits, widen_bit(bld, bits_type, shrinks));
  return dl_arith_bitcast(bld, f32, bits);
}

/// To nearest even, in one rounding.
static MlirValue narrow_once(const dl_builder *bld, MlirValue value,
                             MlirType type) {
  if (mlirTypeIsAF64(mlirValueGetType(value)) && dl_type_width(type) < 32)
    value = narrow_to_odd(bld, value);
  return narrow(bld, value, type);
}

/// What a directed rounding looks at.
struct rounding {
  MlirValue exact, nearest; ///< in the wide type: the number, and rounded
  MlirValue bits;           ///< of the rounded number, as an integer
  MlirValue is_positive, is_negative, is_above, is_below;
};

/// Half a unit in the last place of the largest number beyond it: from there
/// on, rounding to nearest with ties away overflows.
static double overflow_threshold(const dl_float_format *format) {
  int exponent;
  frexp(format->largest, &exponent);
  return format->largest +
         ldexp(1.0, exponent - 2 - (int)format->mantissa_bits);
}

/// Replaces numbers that overflow by what the direction makes of them, where
/// that is not what rounding to nearest even and one unit more would give.
static MlirValue settle_overflow(const dl_builder *bld, MlirValue value,
                                 const dl_float_format *format,
                                 dl_rounding direction) {
  double largest = format->largest;
  MlirValue infinity = float_like(bld, value, INFINITY);
  if (format->specials == DL_SPECIALS_NONE)
    return clamp(bld, value, -largest, largest);
  if (direction == DL_ROUND_NEAREST_AWAY) {
    MlirValue overflows =
        dl_scalar_compare(bld, DL_GREATER_EQUAL, absolute(bld, value),
                          float_like(bld, value, overflow_threshold(format)));
    MlirValue signed_infinity =
        dl_math_copysign(bld, infinity, value, (dl_math_copysign_attrs){0});
    return dl_arith_select(bld, overflows, signed_infinity, value);
  }
  MlirValue is_finite =
      dl_scalar_compare(bld, DL_LESS, absolute(bld, value), infinity);
  MlirValue clamped =
      clamp(bld, value, direction == DL_ROUND_DOWNWARD ? -INFINITY : -largest,
            direction == DL_ROUND_UPWARD ? INFINITY : largest);
  return dl_arith_select(bld, is_finite, clamped, value);
}

/// True where `bits` plus one is as far from the number as `bits`, and the
/// number is farther from zero than `nearest`.
static MlirValue is_tie_below(const dl_builder *bld, const struct rounding *r,
                              MlirType type) {
  MlirType wide = mlirValueGetType(r->exact);
  MlirValue one = dl_constant_int(bld, mlirValueGetType(r->bits), 1);
  MlirValue next =
      widen(bld, dl_arith_bitcast(bld, type, dl_add(bld, r->bits, one)), wide);
  MlirValue size = absolute(bld, r->exact);
  MlirValue behind = dl_sub(bld, size, absolute(bld, r->nearest));
  MlirValue ahead = dl_sub(bld, absolute(bld, next), size);
  return dl_arith_andi(
      bld,
      dl_scalar_compare(bld, DL_GREATER, behind, float_like(bld, behind, 0.0)),
      dl_scalar_compare(bld, DL_EQUAL, behind, ahead));
}

/// Where the rounded number must move one unit away from zero (`grow`) or
/// towards it (`shrink`); null if the direction never does.
static void find_steps(const dl_builder *bld, const struct rounding *r,
                       dl_rounding direction, MlirType type, MlirValue *grow,
                       MlirValue *shrink) {
  MlirValue none = {NULL};
  *grow = none;
  *shrink = none;
  switch (direction) {
  case DL_ROUND_TOWARD_ZERO:
    *shrink = dl_arith_ori(bld, dl_arith_andi(bld, r->is_positive, r->is_above),
                           dl_arith_andi(bld, r->is_negative, r->is_below));
    break;
  case DL_ROUND_DOWNWARD:
    *grow = dl_arith_andi(bld, r->is_negative, r->is_above);
    *shrink = dl_arith_andi(bld, r->is_positive, r->is_above);
    break;
  case DL_ROUND_UPWARD:
    *grow = dl_arith_andi(bld, r->is_positive, r->is_below);
    *shrink = dl_arith_andi(bld, r->is_negative, r->is_below);
    break;
  case DL_ROUND_NEAREST_AWAY:
    *grow = is_tie_below(bld, r, type);
    break;
  case DL_ROUND_NEAREST_EVEN:
    break;
  }
}

/// `bits` with `step` added, which is 1, 0 or -1 away from zero. A sign and a
/// magnitude do not disturb each other here, so no mask is needed: what grows
/// beyond the largest number is the pattern of infinity or NaN.
static MlirValue step_bits(const dl_builder *bld, const struct rounding *r,
                           const dl_float_format *format, MlirValue step) {
  if (format->specials != DL_SPECIALS_FNUZ)
    return dl_add(bld, r->bits, step);
  // Without -0 the sign of a zero is NaN, and a zero has none to start from.
  MlirType type = mlirValueGetType(r->bits);
  MlirValue zero = dl_constant_int(bld, type, 0);
  MlirValue nan =
      dl_constant_int(bld, type, (int64_t)(~UINT64_C(0) << (format->bits - 1)));
  MlirValue magnitude = dl_arith_andi(
      bld, r->bits,
      dl_constant_int(bld, type,
                      (int64_t)((UINT64_C(1) << (format->bits - 1)) - 1)));
  MlirValue stepped = dl_add(bld, magnitude, step);
  MlirValue was_nan = dl_scalar_compare(bld, DL_EQUAL, r->bits, nan);
  MlirValue is_settled = dl_arith_ori(
      bld, was_nan,
      dl_arith_ori(bld, dl_scalar_compare(bld, DL_EQUAL, stepped, nan),
                   dl_scalar_compare(bld, DL_EQUAL, stepped, zero)));
  MlirValue settled = dl_arith_select(bld, was_nan, nan, stepped);
  MlirValue sign = dl_arith_select(bld, r->is_negative, nan, zero);
  return dl_arith_select(bld, is_settled, settled, dl_add(bld, stepped, sign));
}

static MlirValue narrow_directed(const dl_builder *bld, MlirValue value,
                                 MlirType type, const dl_float_format *format,
                                 dl_rounding direction) {
  value = settle_overflow(bld, value, format, direction);
  MlirType wide = mlirValueGetType(value);
  MlirType bits_type = mlirIntegerTypeGet(bld->context, format->bits);
  MlirValue nearest = narrow_once(bld, value, type);
  struct rounding r = {.exact = value,
                       .nearest = widen(bld, nearest, wide),
                       .bits = dl_arith_bitcast(bld, bits_type, nearest)};
  MlirValue zero = float_like(bld, value, 0.0);
  r.is_positive = dl_scalar_compare(bld, DL_GREATER, value, zero);
  r.is_negative = dl_scalar_compare(bld, DL_LESS, value, zero);
  r.is_above = dl_scalar_compare(bld, DL_GREATER, r.nearest, value);
  r.is_below = dl_scalar_compare(bld, DL_LESS, r.nearest, value);
  MlirValue grow, shrink;
  find_steps(bld, &r, direction, type, &grow, &shrink);
  MlirValue step = dl_constant_int(bld, bits_type, 0);
  if (!mlirValueIsNull(grow))
    step = dl_add(bld, step, widen_bit(bld, bits_type, grow));
  if (!mlirValueIsNull(shrink))
    step = dl_sub(bld, step, widen_bit(bld, bits_type, shrink));
  return dl_arith_bitcast(bld, type, step_bits(bld, &r, format, step));
}

static MlirValue float_to_float(const dl_builder *bld, MlirValue value,
                                MlirType type, dl_conversion conversion) {
  MlirType from = mlirValueGetType(value);
  dl_float_format format;
  bool known = dl_float_format_of(type, &format);
  if (mlirTypeEqual(from, type) || dl_type_width(from) < dl_type_width(type)) {
    value = widen(bld, value, type);
    return conversion.saturate && known
               ? clamp(bld, value, -format.largest, format.largest)
               : value;
  }
  MlirType wide = mlirTypeIsAF64(from) ? from : mlirF32TypeGet(bld->context);
  value = widen(bld, value, wide);
  if (conversion.saturate && known)
    value = clamp(bld, value, -format.largest, format.largest);
  if (conversion.rounding == DL_ROUND_NEAREST_EVEN || !known)
    return narrow_once(bld, value, type);
  return narrow_directed(bld, value, type, &format, conversion.rounding);
}

static MlirValue round_to_integer(const dl_builder *bld, MlirValue value,
                                  dl_rounding rounding) {
  switch (rounding) {
  case DL_ROUND_NEAREST_EVEN:
    return dl_math_roundeven(bld, value, (dl_math_roundeven_attrs){0});
  case DL_ROUND_DOWNWARD:
    return dl_math_floor(bld, value, (dl_math_floor_attrs){0});
  case DL_ROUND_UPWARD:
    return dl_math_ceil(bld, value, (dl_math_ceil_attrs){0});
  case DL_ROUND_NEAREST_AWAY:
    return dl_math_round(bld, value, (dl_math_round_attrs){0});
  case DL_ROUND_TOWARD_ZERO:
    break;
  }
  return dl_math_trunc(bld, value, (dl_math_trunc_attrs){0});
}

static MlirValue float_to_integer(const dl_builder *bld, MlirValue value,
                                  MlirType type, dl_conversion conversion) {
  MlirType from = mlirValueGetType(value);
  bool is_unsigned = conversion.is_unsigned;
  int width = (int)dl_type_width(type);
  value = widen(bld, value,
                mlirTypeIsAF64(from) ? from : mlirF32TypeGet(bld->context));
  if (conversion.saturate || conversion.rounding != DL_ROUND_TOWARD_ZERO)
    value = round_to_integer(bld, value, conversion.rounding);
  if (!conversion.saturate)
    return is_unsigned ? dl_arith_fptoui(bld, type, value)
                       : dl_arith_fptosi(bld, type, value);
  // `end` is the first number that is too large; `start` fits.
  MlirValue end =
      float_like(bld, value, ldexp(1.0, is_unsigned ? width : width - 1));
  MlirValue start =
      float_like(bld, value, is_unsigned ? 0.0 : -ldexp(1.0, width - 1));
  MlirValue is_high = dl_scalar_compare(bld, DL_GREATER_EQUAL, value, end);
  MlirValue is_low = dl_scalar_compare(bld, DL_LESS, value, start);
  MlirValue fits =
      dl_arith_andi(bld, dl_scalar_compare(bld, DL_LESS, value, end),
                    dl_scalar_compare(bld, DL_GREATER_EQUAL, value, start));
  // Out of range, fptosi is poison: give it a zero there, NaN included.
  MlirValue safe =
      dl_arith_select(bld, fits, value, float_like(bld, value, 0.0));
  MlirValue result = is_unsigned ? dl_arith_fptoui(bld, type, safe)
                                 : dl_arith_fptosi(bld, type, safe);
  result = dl_arith_select(
      bld, is_high, dl_neutral(bld, DL_REDUCE_MIN, is_unsigned, type), result);
  return dl_arith_select(
      bld, is_low, dl_neutral(bld, DL_REDUCE_MAX, is_unsigned, type), result);
}

static MlirValue to_f64(const dl_builder *bld, MlirValue value,
                        bool is_unsigned) {
  MlirType f64 = mlirF64TypeGet(bld->context);
  return is_unsigned ? dl_arith_uitofp(bld, f64, value)
                     : dl_arith_sitofp(bld, f64, value);
}

/// An integer of more than 53 bits as an f64 that later rounds as the integer
/// itself would: of integers beyond 2^53, the bits that f64 may lose are ORed
/// into the last one it keeps (rounding to odd).
static MlirValue to_f64_sticky(const dl_builder *bld, MlirValue value,
                               bool is_unsigned) {
  MlirType type = mlirValueGetType(value);
  int64_t lost_bits = (int64_t)dl_type_width(type) - 53;
  MlirValue zero = dl_constant_int(bld, type, 0);
  MlirValue low =
      dl_constant_int(bld, type, (int64_t)((UINT64_C(1) << lost_bits) - 1));
  MlirValue lost = dl_arith_andi(bld, value, low);
  MlirValue is_exact = dl_scalar_compare(bld, DL_EQUAL, lost, zero);
  MlirValue kept = dl_sub(bld, value, lost);
  MlirValue sticky = dl_arith_select(
      bld, is_exact, kept,
      dl_arith_ori(bld, kept,
                   dl_constant_int(bld, type, INT64_C(1) << lost_bits)));
  MlirValue rest = dl_arith_shrsi(bld, value, dl_constant_int(bld, type, 53),
                                  (dl_arith_shrsi_attrs){0});
  MlirValue is_small = dl_scalar_compare(bld, DL_EQUAL, rest, zero);
  if (!is_unsigned)
    is_small = dl_arith_ori(
        bld, is_small,
        dl_scalar_compare(bld, DL_EQUAL, rest, dl_constant_int(bld, type, -1)));
  return to_f64(bld, dl_arith_select(bld, is_small, value, sticky),
                is_unsigned);
}

static MlirValue integer_to_float(const dl_builder *bld, MlirValue value,
                                  MlirType type, dl_conversion conversion) {
  bool is_unsigned = conversion.is_unsigned;
  bool is_f64 = mlirTypeIsAF64(type);
  unsigned width = dl_type_width(mlirValueGetType(value));
  bool is_direct = is_f64 || (mlirTypeIsAF32(type) &&
                              conversion.rounding == DL_ROUND_NEAREST_EVEN);
  if (is_direct)
    return is_unsigned ? dl_arith_uitofp(bld, type, value)
                       : dl_arith_sitofp(bld, type, value);
  MlirValue wide = width <= 53 ? to_f64(bld, value, is_unsigned)
                               : to_f64_sticky(bld, value, is_unsigned);
  return float_to_float(bld, wide, type, conversion);
}

static MlirValue integer_to_integer(const dl_builder *bld, MlirValue value,
                                    MlirType type, dl_conversion conversion) {
  MlirType from = mlirValueGetType(value);
  bool is_unsigned = conversion.is_unsigned;
  unsigned width = dl_type_width(type), from_width = dl_type_width(from);
  if (width == from_width)
    return value;
  if (width > from_width)
    return is_unsigned ? dl_arith_extui(bld, type, value)
                       : dl_arith_extsi(bld, type, value);
  if (conversion.saturate) {
    uint64_t top = UINT64_C(1) << (width - 1);
    int64_t high = (int64_t)(is_unsigned ? 2 * top - 1 : top - 1);
    value = dl_combine_scalars(bld, DL_REDUCE_MIN, is_unsigned, value,
                               dl_constant_int(bld, from, high));
    if (!is_unsigned)
      value = dl_combine_scalars(bld, DL_REDUCE_MAX, false, value,
                                 dl_constant_int(bld, from, -high - 1));
  }
  return dl_arith_trunci(bld, type, value, (dl_arith_trunci_attrs){0});
}

MlirValue dl_convert_scalar(const dl_builder *bld, MlirValue value,
                            MlirType type, dl_conversion conversion) {
  bool from_float = dl_type_is_float(mlirValueGetType(value));
  if (dl_type_is_float(type))
    return from_float ? float_to_float(bld, value, type, conversion)
                      : integer_to_float(bld, value, type, conversion);
  return from_float ? float_to_integer(bld, value, type, conversion)
                    : integer_to_integer(bld, value, type, conversion);
}

MlirValue dl_to_type(const dl_builder *bld, MlirValue value, MlirType type,
                     bool is_unsigned) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  return dl_convert_scalar(bld, value, type,
                           (dl_conversion){.rounding = DL_ROUND_NEAREST_EVEN,
                                           .is_unsigned = is_unsigned});
}

MlirValue dl_tensor_to_type(const dl_builder *bld, MlirValue tensor,
                            MlirType type, bool is_unsigned) {
  if (mlirTypeEqual(dl_tensor_element(tensor), type))
    return tensor;
  dl_dims dims = dl_tensor_dims(bld, tensor);
  dl_generic loop = dl_pointwise_begin(bld, &dims, 1, &tensor, type);
  MlirValue converted =
      dl_to_type(bld, dl_generic_input(&loop, 0), type, is_unsigned);
  return dl_generic_end(bld, &loop, 1, &converted);
}
