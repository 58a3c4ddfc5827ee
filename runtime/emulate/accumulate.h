// How tensor cores add up products: a model of each chip, to the bit.
//
// Model and constants: MMA-Sim (github.com/microsoft/MMA-Sim at c785138,
// arXiv:2511.10909). One step: the exponent of a product is the sum of its
// operands' exponents, not normalised; every product and the addend is
// truncated to so many fraction bits below the largest exponent; they are
// summed exactly; the sum is truncated to f32 or rounded to f16.
#ifndef DLOPT_RUNTIME_EMULATE_ACCUMULATE_H
#define DLOPT_RUNTIME_EMULATE_ACCUMULATE_H

#include "runtime/emulate/words.h"

enum { DL_EM_ROWS = 16, DL_EM_MAX_K = 64 };

typedef struct dl_em_accum {
  uint8_t fraction_bits; // below the largest exponent
  uint8_t result_bits;   // of an f32 result's fraction: 23, or 13
  uint8_t step;          // products of one step
  bool is_f16;           // addend and result
  bool is_fma;           // instead of the model: f32, product after product
} dl_em_accum;

/// The model of a chip (80 for sm_80) for operands of `type` and an
/// instruction of depth k; result type f32 or f16.
dl_em_accum dl_em_accum_of(uint32_t sm, dl_em_word type, dl_em_word result,
                           uint32_t k, bool is_wgmma);

// Operands as the model sees them: significand and exponent, [k][row of a block
// of 16] or [k]. A significand is below 2, and below 1 for subnormals only.
typedef struct dl_em_rows {
  float significand[DL_EM_MAX_K][DL_EM_ROWS];
  int32_t exponent[DL_EM_MAX_K][DL_EM_ROWS];
  bool is_special; // an infinity or a NaN is among them
} dl_em_rows;

typedef struct dl_em_column {
  float significand[DL_EM_MAX_K];
  int32_t exponent[DL_EM_MAX_K];
  bool is_special;
} dl_em_column;

// The exponent of what is no operand at all: an element that 2:4 sparsity
// leaves out. Its significand is 0.
enum { DL_EM_ABSENT = -(1 << 20) };

/// Splits n <= 128 operand elements of a float type, from their bits (the low
/// ones of each word); true if an infinity or a NaN is among them.
bool dl_em_operand_values(dl_em_word type, uint32_t n, const uint32_t *bits,
                          float *significands, int32_t *exponents);

/// The f16 pattern of an fp8 one; every fp8 number is one of f16.
uint16_t dl_em_f16_of_fp8(dl_em_word type, uint32_t bits);

/// sums[row] += a[..][row] * b[..] over k products, for a block of 16 rows.
void dl_em_dot_column(const dl_em_accum *model, uint32_t k, const dl_em_rows *a,
                      const dl_em_column *b, float sums[DL_EM_ROWS]);

#endif
