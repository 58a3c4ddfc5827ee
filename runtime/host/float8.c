// 8-bit floats, bit by bit.
#include <math.h>

#include "runtime/host/host.h"

/// Shape of an 8-bit float with a sign bit.
typedef struct float8 {
  int mantissa_bits, bias;
  uint32_t largest;  ///< encoding of the largest finite value
  uint32_t overflow; ///< encoding of what is beyond it
  uint32_t nan;
} float8;

static const float8 e4m3fn = {3, 7, 0x7e, 0x7f, 0x7f};
static const float8 e5m2 = {2, 15, 0x7b, 0x7c, 0x7e};

static double magnitude(const float8 *type, uint32_t bits) {
  uint32_t exponent = bits >> type->mantissa_bits;
  uint32_t mantissa = bits & ((1u << type->mantissa_bits) - 1);
  int scale = 1 - type->bias - type->mantissa_bits;
  if (exponent == 0)
    return ldexp(mantissa, scale);
  mantissa |= 1u << type->mantissa_bits;
  return ldexp(mantissa, scale + (int)exponent - 1);
}

static float decode(const float8 *type, uint32_t bits) {
  uint32_t absolute = bits & 0x7f;
  double value = absolute <= type->largest ? magnitude(type, absolute)
                 : absolute == type->overflow && type->overflow != type->nan
                     ? INFINITY
                     : NAN;
  return (float)(bits & 0x80 ? -value : value);
}

static uint32_t encode(const float8 *type, double value) {
  uint32_t sign = signbit(value) ? 0x80 : 0;
  double absolute = fabs(value);
  if (isnan(value))
    return sign | type->nan;
  if (isinf(value))
    return sign | type->overflow;
  // In units of the last place of the result; nearbyint rounds ties to even.
  int exponent;
  frexp(absolute, &exponent);
  int lowest = 1 - type->bias;
  int unit =
      (exponent - 1 < lowest ? lowest : exponent - 1) - type->mantissa_bits;
  uint32_t mantissa;
  double scaled = nearbyint(ldexp(absolute, -unit));
  if (absolute == 0 || scaled == 0)
    return sign;
  if (exponent > 64)
    return sign | type->overflow;
  mantissa = (uint32_t)scaled;
  // The implicit bit, and a carry out of the mantissa, add to the exponent.
  uint32_t field = (uint32_t)(unit + type->mantissa_bits + type->bias - 1);
  uint32_t bits = (field << type->mantissa_bits) + mantissa;
  return sign | (bits > type->largest ? type->overflow : bits);
}

float dlopt_runtime_f8e4m3fn_to_f32(uint32_t bits) {
  return decode(&e4m3fn, bits);
}
float dlopt_runtime_f8e5m2_to_f32(uint32_t bits) { return decode(&e5m2, bits); }
uint32_t dlopt_runtime_f8e4m3fn_from_f64(double value) {
  return encode(&e4m3fn, value);
}
uint32_t dlopt_runtime_f8e5m2_from_f64(double value) {
  return encode(&e5m2, value);
}
