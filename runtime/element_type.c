// The element table and conversions by bit algorithms.
//
// Small floats never pass through a wider small float: a double goes to f16
// or f8 by one rounding, whatever the machine's own conversions do.
#include "runtime/element_type.h"

#include <math.h>
#include <string.h>

static const dl_element_info rows[] = {
#define DL_ELEMENT_ROW(id, name, bits, bytes, npy, kind, style, mant, bias)    \
  {name, bits, bytes, npy, DL_KIND_##kind, DL_FLOAT_##style, mant, bias},
    DL_ELEMENT_TYPES(DL_ELEMENT_ROW)
#undef DL_ELEMENT_ROW
};

_Static_assert(sizeof(rows) / sizeof(rows[0]) == DL_N_ELEMENT_TYPES,
               "one row a type");
_Static_assert(sizeof(double) == 8 && sizeof(float) == 4, "IEEE floats");

enum { double_mantissa_bits = 52, double_bias = 1023 };

const dl_element_info *dl_element_info_of(dl_element_type type) {
  return &rows[type];
}

bool dl_element_type_parse(const char *text, size_t length,
                           dl_element_type *type) {
  for (int i = 0; i < DL_N_ELEMENT_TYPES; ++i) {
    if (strlen(rows[i].name) == length &&
        memcmp(rows[i].name, text, length) == 0) {
      *type = (dl_element_type)i;
      return true;
    }
  }
  return false;
}

bool dl_element_is_float(dl_element_type type) {
  return rows[type].kind == DL_KIND_FLOAT;
}

// --- Bits in memory ---------------------------------------------------------

static uint64_t mask_of(int bits) {
  return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static uint64_t load(int n_bytes, const void *source) {
  uint8_t byte;
  uint16_t half;
  uint32_t word;
  uint64_t both;
  switch (n_bytes) {
  case 1:
    memcpy(&byte, source, 1);
    return byte;
  case 2:
    memcpy(&half, source, 2);
    return half;
  case 4:
    memcpy(&word, source, 4);
    return word;
  default:
    memcpy(&both, source, 8);
    return both;
  }
}

static void store(int n_bytes, uint64_t bits, void *target) {
  uint8_t byte = (uint8_t)bits;
  uint16_t half = (uint16_t)bits;
  uint32_t word = (uint32_t)bits;
  switch (n_bytes) {
  case 1:
    memcpy(target, &byte, 1);
    break;
  case 2:
    memcpy(target, &half, 2);
    break;
  case 4:
    memcpy(target, &word, 4);
    break;
  default:
    memcpy(target, &bits, 8);
    break;
  }
}

static uint64_t bits_of_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static double double_of_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

// Sign-extends the low `bits` of a value.
static int64_t extend(uint64_t value, int bits) {
  uint64_t sign = (uint64_t)1 << (bits - 1);
  uint64_t low = value & mask_of(bits);
  return (int64_t)((low ^ sign) - sign);
}

uint64_t dl_element_bits(dl_element_type type, const void *source) {
  return load(rows[type].n_bytes, source) & mask_of(rows[type].bits);
}

void dl_element_set_bits(dl_element_type type, uint64_t bits, void *target) {
  const dl_element_info *row = &rows[type];
  uint64_t value = bits & mask_of(row->bits);
  if (type == DL_I4)
    value = (uint64_t)extend(value, 4);
  store(row->n_bytes, value, target);
}

// --- Small floats -----------------------------------------------------------

static uint64_t sign_bit(const dl_element_info *row) {
  return (uint64_t)1 << (row->bits - 1);
}

// Exponent field full, mantissa empty: infinity of an IEEE format.
static uint64_t top_exponent(const dl_element_info *row) {
  return (sign_bit(row) - 1) & ~mask_of(row->mantissa_bits);
}

// Largest finite magnitude.
static uint64_t max_finite(const dl_element_info *row) {
  switch (row->style) {
  case DL_FLOAT_FN:
    return sign_bit(row) - 2;
  case DL_FLOAT_FNUZ:
    return sign_bit(row) - 1;
  default:
    return top_exponent(row) - 1;
  }
}

static uint64_t nan_pattern(const dl_element_info *row, uint64_t sign) {
  switch (row->style) {
  case DL_FLOAT_FN:
    return sign | (sign_bit(row) - 1);
  case DL_FLOAT_FNUZ:
    return sign_bit(row);
  default: // quiet, no payload
    return sign | top_exponent(row) | ((uint64_t)1 << (row->mantissa_bits - 1));
  }
}

static bool is_nan_pattern(const dl_element_info *row, uint64_t bits) {
  uint64_t magnitude = bits & (sign_bit(row) - 1);
  if (row->style == DL_FLOAT_FNUZ)
    return bits == sign_bit(row);
  if (row->style == DL_FLOAT_FN)
    return magnitude == sign_bit(row) - 1;
  return magnitude > top_exponent(row);
}

// Shifts right, rounding to nearest, ties to even. 1 <= shift <= 63.
static uint64_t shift_to_even(uint64_t value, int shift) {
  uint64_t kept = value >> shift;
  uint64_t rest = value & mask_of(shift);
  uint64_t tie = (uint64_t)1 << (shift - 1);
  return kept + (rest > tie || (rest == tie && (kept & 1)));
}

static uint64_t overflow_pattern(const dl_element_info *row, uint64_t sign) {
  return row->style == DL_FLOAT_IEEE ? sign | top_exponent(row)
                                     : nan_pattern(row, sign);
}

static uint64_t encode(const dl_element_info *row, double value) {
  uint64_t bits = bits_of_double(value);
  uint64_t sign = bits >> 63 ? sign_bit(row) : 0;
  if (isnan(value))
    return nan_pattern(row, sign);
  if (isinf(value))
    return overflow_pattern(row, sign);

  int exponent = (int)((bits >> double_mantissa_bits) & 0x7ff) - double_bias;
  uint64_t mantissa = bits & mask_of(double_mantissa_bits);
  // Double denormals (and 0) lie far below half the least number of any
  // narrower format, so they may go without their hidden bit.
  if (exponent > -double_bias)
    mantissa |= (uint64_t)1 << double_mantissa_bits;

  // The last kept bit weighs 2^(max(exponent, least) - mantissa_bits).
  int least = 1 - row->bias;
  int top = exponent > least ? exponent : least;
  int shift = top - row->mantissa_bits - (exponent - double_mantissa_bits);
  uint64_t kept = shift > 63 ? 0 : shift_to_even(mantissa, shift);
  // A carry out of the mantissa moves the exponent up by itself.
  uint64_t magnitude = kept + ((uint64_t)(top - least) << row->mantissa_bits);
  if (magnitude > max_finite(row))
    return overflow_pattern(row, sign);
  if (magnitude == 0 && row->style == DL_FLOAT_FNUZ)
    return 0;
  return sign | magnitude;
}

// 2^exponent for the range of normal doubles.
static double power_of_two(int exponent) {
  return double_of_bits((uint64_t)(exponent + double_bias)
                        << double_mantissa_bits);
}

static double decode(const dl_element_info *row, uint64_t bits) {
  uint64_t magnitude = bits & (sign_bit(row) - 1);
  double value;
  if (is_nan_pattern(row, bits)) {
    value = NAN;
  } else if (magnitude > max_finite(row)) {
    value = INFINITY;
  } else {
    int field = (int)(magnitude >> row->mantissa_bits);
    uint64_t mantissa = magnitude & mask_of(row->mantissa_bits);
    if (field > 0)
      mantissa |= (uint64_t)1 << row->mantissa_bits;
    int exponent = (field > 0 ? field : 1) - row->bias;
    value = (double)mantissa * power_of_two(exponent - row->mantissa_bits);
  }
  return bits & sign_bit(row) ? copysign(value, -1.0) : value;
}

// --- Conversions ------------------------------------------------------------

double dl_element_to_double(dl_element_type type, const void *source) {
  const dl_element_info *row = &rows[type];
  if (type == DL_F64)
    return double_of_bits(load(8, source));
  if (type == DL_F32) {
    float value;
    memcpy(&value, source, sizeof(value));
    return (double)value;
  }
  if (row->kind == DL_KIND_FLOAT)
    return decode(row, load(row->n_bytes, source));
  if (type == DL_UI64)
    return (double)load(8, source);
  return (double)dl_element_to_int64(type, source);
}

static int64_t truncate_double(double value) {
  if (isnan(value))
    return 0;
  if (value >= 0x1p63)
    return INT64_MAX;
  if (value <= -0x1p63)
    return INT64_MIN;
  return (int64_t)value;
}

int64_t dl_element_to_int64(dl_element_type type, const void *source) {
  const dl_element_info *row = &rows[type];
  if (row->kind == DL_KIND_FLOAT)
    return truncate_double(dl_element_to_double(type, source));
  uint64_t bits = load(row->n_bytes, source);
  if (type == DL_I1)
    return bits & 1;
  if (row->kind == DL_KIND_UNSIGNED)
    return (int64_t)bits;
  return extend(bits, row->bits);
}

static uint64_t saturate_unsigned(const dl_element_info *row, double value) {
  double limit = row->bits == 64 ? 0x1p64 : power_of_two(row->bits);
  if (!(value > 0.0))
    return 0;
  double rounded = rint(value);
  return rounded >= limit ? mask_of(row->bits) : (uint64_t)rounded;
}

static uint64_t saturate_signed(const dl_element_info *row, double value) {
  if (isnan(value))
    return 0;
  double limit = power_of_two(row->bits - 1);
  double rounded = rint(value);
  if (rounded >= limit)
    return mask_of(row->bits - 1);
  if (rounded < -limit)
    return (uint64_t)1 << (row->bits - 1);
  return (uint64_t)(int64_t)rounded;
}

void dl_element_from_double(dl_element_type type, double value, void *target) {
  const dl_element_info *row = &rows[type];
  if (type == DL_F64) {
    store(8, bits_of_double(value), target);
  } else if (row->kind == DL_KIND_FLOAT) {
    store(row->n_bytes, encode(row, value), target);
  } else if (type == DL_I1) {
    store(1, value != 0.0 && !isnan(value), target);
  } else {
    uint64_t bits = row->kind == DL_KIND_UNSIGNED
                        ? saturate_unsigned(row, value)
                        : saturate_signed(row, value);
    dl_element_set_bits(type, bits, target);
  }
}

// A double with the value of an integer, inexact ones rounded to odd: a later
// rounding to 51 bits or fewer then gives what one rounding would.
static double double_round_to_odd(int64_t value) {
  uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
  uint64_t sticky = 0;
  int shift = 0;
  while (magnitude >> 53) {
    sticky |= magnitude & 1;
    magnitude >>= 1;
    ++shift;
  }
  double rounded = (double)(magnitude | sticky) * power_of_two(shift);
  return value < 0 ? -rounded : rounded;
}

void dl_element_from_int64(dl_element_type type, int64_t value, void *target) {
  if (type == DL_F64)
    dl_element_from_double(type, (double)value, target);
  else if (dl_element_is_float(type))
    dl_element_from_double(type, double_round_to_odd(value), target);
  else
    dl_element_set_bits(type, (uint64_t)value, target);
}

// --- Distance ---------------------------------------------------------------

// Position of a float on the number line; equal for -0 and +0.
static int64_t line_position(const dl_element_info *row, uint64_t bits) {
  int64_t magnitude = (int64_t)(bits & (sign_bit(row) - 1));
  return bits & sign_bit(row) ? -magnitude : magnitude;
}

static uint64_t distance(int64_t one, int64_t other) {
  return one < other ? (uint64_t)other - (uint64_t)one
                     : (uint64_t)one - (uint64_t)other;
}

uint64_t dl_element_ulps(dl_element_type type, const void *one,
                         const void *other) {
  const dl_element_info *row = &rows[type];
  if (type == DL_UI64) {
    uint64_t a = load(8, one), b = load(8, other);
    return a < b ? b - a : a - b;
  }
  if (row->kind != DL_KIND_FLOAT)
    return distance(dl_element_to_int64(type, one),
                    dl_element_to_int64(type, other));
  uint64_t a = load(row->n_bytes, one), b = load(row->n_bytes, other);
  bool a_is_nan = is_nan_pattern(row, a), b_is_nan = is_nan_pattern(row, b);
  if (a_is_nan || b_is_nan)
    return a_is_nan && b_is_nan ? 0 : UINT64_MAX;
  return distance(line_position(row, a), line_position(row, b));
}
