// Scalar helpers of floating point lanes: bits, NaNs, 16-bit formats.
#ifndef DLOPT_RUNTIME_EMULATE_NUMBERS_H
#define DLOPT_RUNTIME_EMULATE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t dl_em_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static inline float dl_em_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static inline uint64_t dl_em_bits64(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static inline double dl_em_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

// Every f32 NaN that arithmetic makes is 0x7FFFFFFF (PTX ISA, 32-bit results).
static inline float dl_em_canonical(float value) {
  uint32_t bits = dl_em_bits(value);
  return dl_em_float((bits & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFFFFFF : bits);
}

static inline uint32_t dl_em_flush(uint32_t bits) {
  return (bits & 0x7F800000) == 0 ? bits & 0x80000000 : bits;
}

static inline float dl_em_from_f16(uint16_t half) {
  uint32_t magnitude = (uint32_t)(half & 0x7FFF) << 13;
  // Subnormals come out right because the product is exact.
  uint32_t bits = dl_em_bits(dl_em_float(magnitude) * 0x1p112f);
  if (magnitude >= 0x0F800000)
    bits = magnitude | 0x7F800000;
  return dl_em_float(bits | (uint32_t)(half & 0x8000) << 16);
}

// Rounded once to nearest even.
static inline uint16_t dl_em_to_f16(float value) {
  uint32_t bits = dl_em_bits(value), sign = bits >> 16 & 0x8000;
  bits &= 0x7FFFFFFF;
  // The sum has the unit of the smallest f16, so the addition rounds.
  uint32_t small = dl_em_bits(dl_em_float(bits) + 0.5f) - 0x3F000000;
  uint32_t normal =
      (bits + 0xFFF + (bits >> 13 & 1) - ((uint32_t)112 << 23)) >> 13;
  uint32_t result = bits < 0x38800000 ? small : normal;
  if (bits >= 0x477FF000)
    result = 0x7C00;
  if (bits > 0x7F800000)
    return 0x7FFF;
  return (uint16_t)(result | sign);
}

static inline float dl_em_from_bf16(uint16_t half) {
  return dl_em_float((uint32_t)half << 16);
}

static inline uint16_t dl_em_to_bf16(float value) {
  uint32_t bits = dl_em_bits(value);
  if ((bits & 0x7FFFFFFF) > 0x7F800000)
    return 0x7FFF;
  return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

// a * b + c, where a * b is exact in f64, rounded to f32 so that a second
// rounding to 16 bits gives what one rounding would: to odd.
static inline float dl_em_fma_to_odd(double a, double b, double c) {
  double product = a * b, sum = product + c;
  double back = sum - product;
  double error = (product - (sum - back)) + (c - back);
  float narrow = (float)sum;
  uint32_t bits = dl_em_bits(narrow);
  if ((bits & 0x7F800000) == 0x7F800000 || (bits & 0x7FFFFFFF) == 0)
    return narrow;
  double rest = (sum - (double)narrow) + error;
  if (rest == 0.0)
    return narrow;
  bool is_too_large = (rest < 0.0) != (narrow < 0.0f);
  return dl_em_float((bits - is_too_large) | 1);
}

#endif
