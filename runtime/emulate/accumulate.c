// The accumulation model, 16 rows at a time.
#include "runtime/emulate/accumulate.h"

#include "runtime/emulate/lanes.h"
#include "runtime/emulate/numbers.h"

#include <math.h>

#define FOR_ROWS DL_EM_FOR_LANES(DL_EM_ROWS)

static bool is_fp8(dl_em_word type) {
  return type == DL_EM_W_e4m3 || type == DL_EM_W_e5m2;
}

dl_em_accum dl_em_accum_of(uint32_t sm, dl_em_word type, dl_em_word result,
                           uint32_t k, bool is_wgmma) {
  dl_em_accum model = {.fraction_bits = sm < 75   ? 23
                                        : sm < 90 ? 24
                                                  : 25,
                       .result_bits = 23,
                       .step = (uint8_t)k,
                       .is_f16 = result == DL_EM_W_f16};
  bool is_ampere = sm >= 80 && sm < 90;
  if (is_fp8(type) && (is_ampere || (is_wgmma && sm == 90)))
    model.fraction_bits = model.result_bits = 13;
  uint32_t halved = type == DL_EM_W_tf32 ? 8 : is_fp8(type) ? 32 : 16;
  if (is_ampere && k == halved)
    model.step = (uint8_t)(k / 2);
  return model;
}

// e4m3: 4 exponent bits with bias 7, no infinity. As bits of f16 its exponent
// is 8 too low.
static inline float from_e4m3(uint32_t bits) {
  uint32_t magnitude = bits & 0x7F;
  float number = dl_em_from_f16((uint16_t)(magnitude << 7)) * 0x1p8f;
  uint32_t pattern = magnitude == 0x7F ? 0x7FC00000 : dl_em_bits(number);
  return dl_em_float(pattern | (bits & 0x80) << 24);
}

uint16_t dl_em_f16_of_fp8(dl_em_word type, uint32_t bits) {
  return type == DL_EM_W_e5m2 ? (uint16_t)(bits << 8)
                              : dl_em_to_f16(from_e4m3(bits));
}

bool dl_em_operand_values(dl_em_word type, uint32_t n, const uint32_t *bits,
                          float *significands, int32_t *exponents) {
  int32_t least = -126, largest = -127;
  float values[128];
#define DECODE(value)                                                          \
  DL_EM_FOR_LANES((int)n) { values[l] = value; }                               \
  break
  switch (type) {
  case DL_EM_W_f16:
    least = -14;
    DECODE(dl_em_from_f16((uint16_t)bits[l]));
  case DL_EM_W_bf16:
    DECODE(dl_em_from_bf16((uint16_t)bits[l]));
  case DL_EM_W_tf32: // the low bits are not looked at
    DECODE(dl_em_float(bits[l] & 0xFFFFE000));
  case DL_EM_W_e5m2:
    least = -14;
    DECODE(dl_em_from_f16((uint16_t)(bits[l] << 8)));
  default:
    least = -6;
    DECODE(from_e4m3(bits[l]));
  }
#undef DECODE
  float scale = dl_em_float((uint32_t)(127 - least) << 23);
  DL_EM_FOR_LANES((int)n) {
    uint32_t pattern = dl_em_bits(values[l]), size = pattern & 0x7FFFFFFF;
    int32_t own = (int32_t)(size >> 23) - 127;
    float small = values[l] * scale;
    float large = dl_em_float((pattern & 0x807FFFFF) | 0x3F800000);
    significands[l] = own < least ? small : own == 128 ? values[l] : large;
    own = own < least ? least : own;
    exponents[l] = size == 0 ? -126 : own;
    largest = own > largest ? own : largest;
  }
  return largest == 128;
}

static double power_of_two(int32_t exponent) {
  return dl_em_double((uint64_t)(exponent + 1023) << 52);
}

// Toward zero to so many fraction bits; what is below f32's range keeps the
// place of its smallest normals.
static float truncate_f32(double value, uint32_t fraction_bits) {
  double size = fabs(value);
  if (size >= 0x1p128)
    return value < 0 ? -INFINITY : INFINITY;
  if (size < 0x1p-126) {
    double unit = power_of_two(-126 - (int32_t)fraction_bits);
    return (float)(trunc(value / unit) * unit + 0.0);
  }
  uint64_t lost = ((uint64_t)1 << (52 - fraction_bits)) - 1;
  return (float)dl_em_double(dl_em_bits64(value) & ~lost);
}

// The exact sum is a double with few bits: rounding it twice needs care only
// where f32 would lose some; to odd, as for fma.
static float round_f16(double value) {
  return dl_em_from_f16(dl_em_to_f16(dl_em_fma_to_odd(value, 1.0, 0.0)));
}

// The largest exponent of a row: of its products and of the addend.
static inline __attribute__((always_inline)) void
largest_exponents(const dl_em_accum *model, uint32_t first, uint32_t n,
                  const dl_em_rows *a, const dl_em_column *b, const float *sums,
                  int32_t *largest) {
  int32_t least = model->is_f16 ? -14 : -126;
  FOR_ROWS {
    int32_t own = (int32_t)(dl_em_bits(sums[l]) >> 23 & 0xFF) - 127;
    own = own < least ? least : own;
    largest[l] = sums[l] == 0.0f ? -126 : own;
  }
  for (uint32_t k = first; k < first + n; ++k) {
    const int32_t *exponents = a->exponent[k];
    int32_t other = b->exponent[k];
    FOR_ROWS {
      int32_t sum = exponents[l] + other;
      largest[l] = sum > largest[l] ? sum : largest[l];
    }
  }
}

static inline __attribute__((always_inline)) void
step_rows(const dl_em_accum *model, uint32_t first, uint32_t n,
          const dl_em_rows *a, const dl_em_column *b, const float *sums,
          double *totals) {
  int32_t largest[DL_EM_ROWS];
  int32_t bias = 127 + model->fraction_bits;
  largest_exponents(model, first, n, a, b, sums, largest);
  FOR_ROWS {
    double scale = power_of_two(model->fraction_bits - largest[l]);
    totals[l] = (double)(int32_t)((double)sums[l] * scale);
  }
  // A product of significands is below 4 and has at most 22 bits, so that f32
  // holds it; scaled, the conversion to an integer truncates it. Eight of them
  // are below 2^30.
  for (uint32_t start = first; start < first + n; start += 8) {
    uint32_t end = start + 8 < first + n ? start + 8 : first + n;
    int32_t parts[DL_EM_ROWS] = {0};
    for (uint32_t k = start; k < end; ++k) {
      const float *values = a->significand[k];
      const int32_t *exponents = a->exponent[k];
      float value = b->significand[k];
      int32_t exponent = b->exponent[k] + bias;
      FOR_ROWS {
        int32_t shift = exponents[l] + exponent - largest[l];
        shift = shift < 0 ? 0 : shift;
        float scale = dl_em_float((uint32_t)shift << 23);
        parts[l] += (int32_t)(values[l] * value * scale);
      }
    }
    FOR_ROWS { totals[l] += (double)parts[l]; }
  }
  FOR_ROWS { totals[l] *= power_of_two(largest[l] - model->fraction_bits); }
}

// Rounds the totals of a step to the sums of the next.
static inline __attribute__((always_inline)) void
round_rows(const dl_em_accum *model, const double *totals, float *sums) {
  uint64_t lost = ((uint64_t)1 << (52 - model->result_bits)) - 1;
  double least = 0x1p127, most = 0.0;
  FOR_ROWS {
    double size = fabs(totals[l]);
    double or_one = size == 0.0 ? 1.0 : size;
    least = or_one < least ? or_one : least;
    most = size > most ? size : most;
  }
  if (!model->is_f16 && least >= 0x1p-126 && most < 0x1p128) {
    FOR_ROWS {
      sums[l] = (float)(dl_em_double(dl_em_bits64(totals[l]) & ~lost) + 0.0);
    }
    return;
  }
  for (int l = 0; l < DL_EM_ROWS; ++l)
    sums[l] = model->is_f16 ? round_f16(totals[l])
                            : truncate_f32(totals[l], model->result_bits);
}

static inline __attribute__((always_inline)) void
column_rows(const dl_em_accum *model, uint32_t first, uint32_t n,
            const dl_em_rows *a, const dl_em_column *b, float *sums) {
  double totals[DL_EM_ROWS];
  step_rows(model, first, n, a, b, sums, totals);
  round_rows(model, totals, sums);
}

typedef void step_fn(const dl_em_accum *, uint32_t, uint32_t,
                     const dl_em_rows *, const dl_em_column *, float *);

static void step_plain(const dl_em_accum *model, uint32_t first, uint32_t n,
                       const dl_em_rows *a, const dl_em_column *b,
                       float *sums) {
  column_rows(model, first, n, a, b, sums);
}

#if defined(__x86_64__)
// The same arithmetic, eight rows an instruction.
__attribute__((target("avx2"))) static void
step_wide(const dl_em_accum *model, uint32_t first, uint32_t n,
          const dl_em_rows *a, const dl_em_column *b, float *sums) {
  column_rows(model, first, n, a, b, sums);
}

// All sixteen.
__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"),
               min_vector_width(512))) static void
step_widest(const dl_em_accum *model, uint32_t first, uint32_t n,
            const dl_em_rows *a, const dl_em_column *b, float *sums) {
  column_rows(model, first, n, a, b, sums);
}
#endif

static step_fn *choose_step(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return step_widest;
  if (__builtin_cpu_supports("avx2"))
    return step_wide;
#endif
  return step_plain;
}

static double value_of(float significand, int32_t exponent) {
  return ldexp((double)significand, exponent);
}

// Infinities and NaNs go by the rules of plain arithmetic. True if one of
// them takes part in the row.
static bool special_row(const dl_em_accum *model, uint32_t first, uint32_t n,
                        const dl_em_rows *a, const dl_em_column *b,
                        uint32_t row, float *sum) {
  double total = (double)*sum;
  for (uint32_t k = first; k < first + n; ++k)
    if (a->exponent[k][row] != DL_EM_ABSENT)
      total += value_of(a->significand[k][row], a->exponent[k][row]) *
               value_of(b->significand[k], b->exponent[k]);
  if (isfinite(total))
    return false;
  *sum = isnan(total) ? dl_em_float(0x7FFFFFFF) : (float)total;
  return true;
}

static bool has_special(const dl_em_rows *a, const dl_em_column *b,
                        const float *sums) {
  uint32_t largest = 0;
  for (int l = 0; l < DL_EM_ROWS; ++l) {
    uint32_t size = dl_em_bits(sums[l]) & 0x7FFFFFFF;
    largest = size > largest ? size : largest;
  }
  return a->is_special || b->is_special || largest >= 0x7F800000;
}

// Rows with infinities or NaNs beside finite ones, which are done alone, the
// rest as zeros.
static void step_special(const dl_em_accum *model, uint32_t first,
                         const dl_em_rows *a, const dl_em_column *b,
                         float *sums) {
  for (uint32_t l = 0; l < DL_EM_ROWS; ++l) {
    if (special_row(model, first, model->step, a, b, l, &sums[l]))
      continue;
    dl_em_rows own = *a;
    // What is special in B meets absent elements only.
    dl_em_column finite = *b;
    for (uint32_t i = first; i < first + model->step; ++i)
      if (!isfinite(finite.significand[i]))
        finite.significand[i] = 0.0f;
    for (uint32_t i = first; i < first + model->step; ++i)
      for (uint32_t r = 0; r < DL_EM_ROWS; ++r)
        if (r != l)
          own.significand[i][r] = 0.0f;
    float alone[DL_EM_ROWS] = {0};
    alone[l] = sums[l];
    step_plain(model, first, model->step, &own, &finite, alone);
    sums[l] = alone[l];
  }
}

static void dot_fma(uint32_t k, const dl_em_rows *a, const dl_em_column *b,
                    float *sums) {
  for (uint32_t i = 0; i < k; ++i)
    for (int l = 0; l < DL_EM_ROWS; ++l)
      if (a->exponent[i][l] != DL_EM_ABSENT)
        sums[l] = (float)((double)sums[l] +
                          value_of(a->significand[i][l], a->exponent[i][l]) *
                              value_of(b->significand[i], b->exponent[i]));
}

void dl_em_dot_column(const dl_em_accum *model, uint32_t k, const dl_em_rows *a,
                      const dl_em_column *b, float sums[DL_EM_ROWS]) {
  if (model->is_fma) {
    dot_fma(k, a, b, sums);
    for (int l = 0; model->is_f16 && l < DL_EM_ROWS; ++l)
      sums[l] = round_f16((double)sums[l]);
    return;
  }
  step_fn *step = choose_step();
  for (uint32_t first = 0; first < k; first += model->step) {
    if (has_special(a, b, sums))
      step_special(model, first, a, b, sums);
    else
      step(model, first, model->step, a, b, sums);
  }
}
