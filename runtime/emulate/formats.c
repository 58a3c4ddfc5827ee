// Rounding to the float formats of PTX, by integers: the same bits everywhere.
#include "runtime/emulate/formats.h"

#include "runtime/emulate/numbers.h"

#include <math.h>

const dl_em_format *dl_em_format_of(dl_em_word type) {
  static const dl_em_format f32 = {23,         8,          0,
                                   0x7F7FFFFF, 0x7F800000, 0x7FFFFFFF};
  static const dl_em_format tf32 = {10, 8, 13, 0x3FBFF, 0x3FC00, 0x3FFFF};
  static const dl_em_format f16 = {10, 5, 0, 0x7BFF, 0x7C00, 0x7FFF};
  static const dl_em_format bf16 = {7, 8, 0, 0x7F7F, 0x7F80, 0x7FFF};
  // No infinity: what overflows gives NaN.
  static const dl_em_format e4m3 = {3, 4, 0, 0x7E, 0x7F, 0x7F};
  static const dl_em_format e5m2 = {2, 5, 0, 0x7B, 0x7C, 0x7F};
  switch (type) {
  case DL_EM_W_f32:
    return &f32;
  case DL_EM_W_tf32:
    return &tf32;
  case DL_EM_W_f16:
  case DL_EM_W_f16x2:
    return &f16;
  case DL_EM_W_bf16:
  case DL_EM_W_bf16x2:
    return &bf16;
  case DL_EM_W_e4m3:
  case DL_EM_W_e4m3x2:
    return &e4m3;
  case DL_EM_W_e5m2:
  case DL_EM_W_e5m2x2:
    return &e5m2;
  default:
    return NULL;
  }
}

static uint32_t sign_of(const dl_em_format *f) {
  return (uint32_t)1 << (f->mantissa_bits + f->exponent_bits);
}

// Whether the rest `fraction` in [0, 1) of a magnitude rounds it up.
static bool rounds_up(double fraction, bool is_odd, bool is_negative,
                      dl_em_rounding rounding) {
  switch (rounding) {
  case DL_EM_ROUND_EVEN:
    return fraction > 0.5 || (fraction == 0.5 && is_odd);
  case DL_EM_ROUND_AWAY:
    return fraction >= 0.5;
  case DL_EM_ROUND_DOWN:
    return is_negative && fraction > 0.0;
  case DL_EM_ROUND_UP:
    return !is_negative && fraction > 0.0;
  default:
    return false;
  }
}

uint32_t dl_em_encode(const dl_em_format *f, double value,
                      dl_em_rounding rounding, bool is_finite) {
  bool is_negative = signbit(value);
  uint32_t sign = is_negative ? sign_of(f) : 0;
  if (isnan(value))
    return f->nan << f->shift;
  if (isinf(value))
    return (sign | (is_finite ? f->max : f->inf)) << f->shift;
  int bias = (1 << (f->exponent_bits - 1)) - 1, exponent;
  frexp(value, &exponent); // of a fraction in [0.5, 1)
  int least = 1 - bias;
  int unit = (value == 0.0 || exponent - 1 < least ? least : exponent - 1) -
             f->mantissa_bits;
  double scaled = ldexp(fabs(value), -unit), whole = floor(scaled);
  uint32_t digits = (uint32_t)whole;
  digits += rounds_up(scaled - whole, digits & 1, is_negative, rounding);
  // Carries out of the mantissa move into the exponent as they should.
  int field = unit + f->mantissa_bits + bias - 1;
  uint32_t bits = field > 0 || digits != 0
                      ? ((uint32_t)field << f->mantissa_bits) + digits
                      : 0;
  bool is_too_large = field >= (1 << f->exponent_bits) || bits > f->max;
  if (is_too_large) {
    bool is_toward_zero = rounding == DL_EM_ROUND_ZERO ||
                          (rounding == DL_EM_ROUND_DOWN && !is_negative) ||
                          (rounding == DL_EM_ROUND_UP && is_negative);
    bits = is_finite || is_toward_zero ? f->max : f->inf;
  }
  return (sign | bits) << f->shift;
}

double dl_em_decode(const dl_em_format *f, uint32_t bits) {
  bits >>= f->shift;
  bool is_negative = bits & sign_of(f);
  bits &= sign_of(f) - 1;
  double value;
  int bias = (1 << (f->exponent_bits - 1)) - 1;
  uint32_t mantissa = bits & (((uint32_t)1 << f->mantissa_bits) - 1);
  int exponent = (int)(bits >> f->mantissa_bits);
  if (bits > f->max)
    value = bits == f->inf && f->inf != f->nan ? INFINITY : NAN;
  else if (exponent == 0)
    value = ldexp(mantissa, 1 - bias - f->mantissa_bits);
  else
    value = ldexp(mantissa + ((uint32_t)1 << f->mantissa_bits),
                  exponent - bias - f->mantissa_bits);
  return is_negative ? -value : value;
}
