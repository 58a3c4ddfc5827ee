// What dlopt.cast does to constants, bit by bit as the target would.
#include "dialect/fold/convert.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "runtime/element_type.h"

#include <math.h>
#include <stdlib.h>

/// More elements than this are converted where they are used instead, so that a
/// model's weights are not held twice.
enum { MOST_ELEMENTS = 1 << 16 };

typedef struct float_range {
  int mantissa_bits, least_exponent, top_exponent;
} float_range;

/// Range of an IEEE-style float type; false for others.
static bool range_of(MlirType type, float_range *range) {
  static const struct {
    bool (*is)(MlirType);
    float_range range;
  } rows[] = {{mlirTypeIsAF64, {52, -1074, 1023}},
              {mlirTypeIsAF32, {23, -149, 127}},
              {mlirTypeIsATF32, {10, -136, 127}},
              {mlirTypeIsABF16, {7, -133, 127}},
              {mlirTypeIsAF16, {10, -24, 15}},
              {mlirTypeIsAFloat8E5M2, {2, -16, 15}},
              {mlirTypeIsAFloat8E4M3FN, {3, -9, 8}}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    if (rows[i].is(type)) {
      *range = rows[i].range;
      return true;
    }
  return false;
}

bool dl_holds_all(MlirType wide, MlirType narrow) {
  if (mlirTypeEqual(wide, narrow))
    return true;
  if (dl_type_is_int(wide) && dl_type_is_int(narrow))
    return dl_type_width(wide) >= dl_type_width(narrow);
  float_range outer, inner;
  // f8E4M3FN has no infinity to lose, but as `wide` it would lose one.
  return range_of(wide, &outer) && range_of(narrow, &inner) &&
         !mlirTypeIsAFloat8E4M3FN(wide) &&
         outer.mantissa_bits >= inner.mantissa_bits &&
         outer.least_exponent <= inner.least_exponent &&
         outer.top_exponent >= inner.top_exponent;
}

/// Finds the runtime's row of a type; integers by width, read as told.
static bool find_row(MlirType type, bool is_unsigned, dl_element_type *row) {
  static const struct {
    bool (*is)(MlirType);
    dl_element_type row;
  } floats[] = {
      {mlirTypeIsAF64, DL_F64},
      {mlirTypeIsAF32, DL_F32},
      {mlirTypeIsAF16, DL_F16},
      {mlirTypeIsABF16, DL_BF16},
      {mlirTypeIsAFloat8E5M2, DL_F8E5M2},
      {mlirTypeIsAFloat8E4M3FN, DL_F8E4M3FN},
  };
  for (size_t i = 0; i < sizeof(floats) / sizeof(floats[0]); ++i)
    if (floats[i].is(type)) {
      *row = floats[i].row;
      return true;
    }
  if (!dl_type_is_int(type))
    return false;
  switch (dl_type_width(type)) {
  case 8:
    *row = is_unsigned ? DL_UI8 : DL_I8;
    return true;
  case 16:
    *row = is_unsigned ? DL_UI16 : DL_I16;
    return true;
  case 32:
    *row = is_unsigned ? DL_UI32 : DL_I32;
    return true;
  case 64:
    *row = is_unsigned ? DL_UI64 : DL_I64;
    return true;
  default: // narrower ones are packed in constants
    return false;
  }
}

/// Stores the largest finite number of the sign of `value`.
static void store_largest(dl_element_type type, double value, void *target) {
  const dl_element_info *info = dl_element_info_of(type);
  uint64_t sign = (uint64_t)1 << (info->bits - 1);
  uint64_t magnitude;
  if (info->style == DL_FLOAT_IEEE) {
    dl_element_from_double(type, INFINITY, target);
    magnitude = dl_element_bits(type, target) - 1;
  } else {
    magnitude = sign - 2; // f8E4M3FN: all ones is NaN
  }
  dl_element_set_bits(type, value < 0 ? magnitude | sign : magnitude, target);
}

/// A float that is not rounded to nearest even must come out unchanged.
static bool is_allowed(const dl_conversion *how, bool is_exact) {
  return how->rounding == DL_ROUND_NEAREST_EVEN || is_exact;
}

static bool float_to_float(dl_element_type from, dl_element_type to,
                           const void *source, void *target,
                           const dl_conversion *how) {
  double value = dl_element_to_double(from, source);
  dl_element_from_double(to, value, target);
  double stored = dl_element_to_double(to, target);
  if (how->saturate && !isnan(value) && !isfinite(stored))
    store_largest(to, value, target);
  return is_allowed(how, !isfinite(value) || stored == value);
}

static double round_to_integer(double value, dl_rounding rounding) {
  switch (rounding) {
  case DL_ROUND_NEAREST_EVEN:
    return nearbyint(value);
  case DL_ROUND_TOWARD_ZERO:
    return trunc(value);
  case DL_ROUND_DOWNWARD:
    return floor(value);
  case DL_ROUND_UPWARD:
    return ceil(value);
  case DL_ROUND_NEAREST_AWAY:
    return round(value);
  }
  return value;
}

static bool float_to_int(dl_element_type from, dl_element_type to,
                         const void *source, void *target,
                         const dl_conversion *how) {
  double value =
      round_to_integer(dl_element_to_double(from, source), how->rounding);
  int bits = dl_element_info_of(to)->bits;
  double least = how->is_unsigned ? 0 : -ldexp(1, bits - 1);
  double beyond = ldexp(1, how->is_unsigned ? bits : bits - 1);
  if (value >= least && value < beyond) {
    uint64_t number = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    dl_element_set_bits(to, number, target);
    return true;
  }
  if (!how->saturate)
    return false;
  uint64_t largest = how->is_unsigned ? UINT64_MAX >> (64 - bits)
                                      : (UINT64_MAX >> (64 - bits)) >> 1;
  uint64_t smallest = how->is_unsigned ? 0 : (uint64_t)1 << (bits - 1);
  dl_element_set_bits(to,
                      isnan(value) ? 0
                      : value < 0  ? smallest
                                   : largest,
                      target);
  return true;
}

static bool int_to_float(dl_element_type from, dl_element_type to,
                         const void *source, void *target,
                         const dl_conversion *how) {
  int64_t value = dl_element_to_int64(from, source);
  if (from == DL_UI64 && value < 0)
    return false; // beyond int64_t
  dl_element_from_int64(to, value, target);
  double stored = dl_element_to_double(to, target);
  if (how->saturate && !isfinite(stored))
    store_largest(to, value < 0 ? -1 : 1, target);
  bool is_exact = fabs(stored) < 0x1p63 && (int64_t)stored == value;
  return is_allowed(how, is_exact);
}

static bool int_to_int(dl_element_type from, dl_element_type to,
                       const void *source, void *target,
                       const dl_conversion *how) {
  int64_t value = dl_element_to_int64(from, source);
  int bits = dl_element_info_of(to)->bits;
  if (how->saturate && bits < 64) {
    if (how->is_unsigned) {
      uint64_t most = ((uint64_t)1 << bits) - 1;
      if ((uint64_t)value > most)
        value = (int64_t)most;
    } else {
      int64_t most = ((int64_t)1 << (bits - 1)) - 1;
      value = value > most ? most : value < -most - 1 ? -most - 1 : value;
    }
  }
  dl_element_set_bits(to, (uint64_t)value, target);
  return true;
}

typedef bool (*convert_fn)(dl_element_type from, dl_element_type to,
                           const void *source, void *target,
                           const dl_conversion *how);

MlirAttribute dl_convert_constant(MlirAttribute constant, MlirType result,
                                  const dl_conversion *conversion) {
  static const convert_fn functions[2][2] = {{int_to_int, int_to_float},
                                             {float_to_int, float_to_float}};
  MlirType input_element =
      mlirShapedTypeGetElementType(mlirAttributeGetType(constant));
  MlirType element = mlirShapedTypeGetElementType(result);
  dl_element_type from, to;
  int64_t count = mlirDenseElementsAttrIsSplat(constant)
                      ? 1
                      : mlirElementsAttrGetNumElements(constant);
  if (!find_row(input_element, conversion->is_unsigned, &from) ||
      !find_row(element, conversion->is_unsigned, &to) ||
      count > MOST_ELEMENTS || mlirElementsAttrGetNumElements(constant) == 0)
    return (MlirAttribute){NULL};
  convert_fn convert =
      functions[dl_element_is_float(from)][dl_element_is_float(to)];
  size_t from_bytes = (size_t)dl_element_info_of(from)->n_bytes;
  size_t to_bytes = (size_t)dl_element_info_of(to)->n_bytes;
  const char *source = mlirDenseElementsAttrGetRawData(constant);
  char *target = malloc((size_t)count * to_bytes);
  MlirAttribute converted = {NULL};
  if (!target)
    return converted;
  bool is_known = true;
  for (int64_t i = 0; i < count && is_known; ++i)
    is_known = convert(from, to, source + (size_t)i * from_bytes,
                       target + (size_t)i * to_bytes, conversion);
  if (is_known)
    converted = mlirDenseElementsAttrRawBufferGet(
        result, (size_t)count * to_bytes, target);
  free(target);
  return converted;
}
