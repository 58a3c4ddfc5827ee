// Arithmetic on f16 and bf16 lanes, alone or packed in pairs. Each function
// computes 64 halves; of single ones the handler keeps the first 32.
//
// f32 has more than twice the bits of either format plus two, so a sum or a
// product of halves that is rounded to f32 first still comes out right.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/numbers.h"

#include <math.h>

#define HALVES(name, format, n_sources, value)                                 \
  void dl_em_##name(void *result, const void *const *sources) {                \
    uint16_t *r = result;                                                      \
    const uint16_t *a = sources[0], *b = sources[n_sources > 1 ? 1 : 0];       \
    const uint16_t *c = sources[n_sources > 2 ? 2 : 0];                        \
    DL_EM_FOR_LANES(2 * DL_EM_LANES) {                                         \
      float x = dl_em_from_##format(a[l]), y = dl_em_from_##format(b[l]);      \
      float z = dl_em_from_##format(c[l]);                                     \
      (void)y;                                                                 \
      (void)z;                                                                 \
      r[l] = dl_em_to_##format(value);                                         \
    }                                                                          \
  }

HALVES(add_f16, f16, 2, x + y)
HALVES(sub_f16, f16, 2, x - y)
HALVES(mul_f16, f16, 2, x *y)
HALVES(fma_f16, f16, 3, dl_em_fma_to_odd(x, y, z))
HALVES(add_bf16, bf16, 2, x + y)
HALVES(sub_bf16, bf16, 2, x - y)
// A product of bf16 may be subnormal in f32 and round twice there.
HALVES(mul_bf16, bf16, 2, dl_em_fma_to_odd(x, y, -0.0))
HALVES(fma_bf16, bf16, 3, dl_em_fma_to_odd(x, y, z))

static inline float lesser(float x, float y) {
  if (x != x)
    return y;
  if (y != y)
    return x;
  return x < y || (x == y && dl_em_bits(x) > dl_em_bits(y)) ? x : y;
}
static inline float greater(float x, float y) {
  if (x != x)
    return y;
  if (y != y)
    return x;
  return x > y || (x == y && dl_em_bits(x) < dl_em_bits(y)) ? x : y;
}
#define MIN_MAX(format)                                                        \
  HALVES(min_##format, format, 2, lesser(x, y))                                \
  HALVES(max_##format, format, 2, greater(x, y))                               \
  HALVES(min_nan_##format, format, 2, x != x || y != y ? x + y : lesser(x, y)) \
  HALVES(max_nan_##format, format, 2, x != x || y != y ? x + y : greater(x, y))
MIN_MAX(f16)
MIN_MAX(bf16)

void dl_em_neg_half(void *result, const void *const *sources) {
  uint16_t *r = result;
  const uint16_t *a = sources[0];
  DL_EM_FOR_LANES(2 * DL_EM_LANES) { r[l] = a[l] ^ 0x8000; }
}

void dl_em_abs_half(void *result, const void *const *sources) {
  uint16_t *r = result;
  const uint16_t *a = sources[0];
  DL_EM_FOR_LANES(2 * DL_EM_LANES) { r[l] = a[l] & 0x7FFF; }
}

// Bounded only; see approx.c.
#define UNBOUNDED(name, value)                                                 \
  HALVES(name##_f16, f16, 1, (float)(value))                                   \
  HALVES(name##_bf16, bf16, 1, (float)(value))
UNBOUNDED(ex2, exp2((double)x))
UNBOUNDED(tanh, tanh((double)x))
