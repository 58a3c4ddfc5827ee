// Float formats of PTX and rounding to them.
#ifndef DLOPT_RUNTIME_EMULATE_FORMATS_H
#define DLOPT_RUNTIME_EMULATE_FORMATS_H

#include "runtime/emulate/words.h"

typedef enum dl_em_rounding {
  DL_EM_ROUND_EVEN,
  DL_EM_ROUND_ZERO,
  DL_EM_ROUND_DOWN,
  DL_EM_ROUND_UP,
  DL_EM_ROUND_AWAY, // ties away from zero
} dl_em_rounding;

typedef struct dl_em_format {
  uint8_t mantissa_bits, exponent_bits;
  uint8_t shift; // of the pattern in its storage: tf32 is the top of an f32
  uint32_t max;  // pattern of the largest number
  uint32_t inf;  // of infinity, or what stands for it
  uint32_t nan;
} dl_em_format;

/// The format of a float type but f64; null for other types. Packed types
/// give that of their elements.
const dl_em_format *dl_em_format_of(dl_em_word type);

/// The pattern of `value` rounded once. is_finite: what is too large, and
/// infinity, gives the largest number.
uint32_t dl_em_encode(const dl_em_format *format, double value,
                      dl_em_rounding rounding, bool is_finite);

/// The number a pattern stands for; exact.
double dl_em_decode(const dl_em_format *format, uint32_t bits);

#endif
