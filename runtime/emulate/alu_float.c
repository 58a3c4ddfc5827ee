// IEEE arithmetic on f32 and f64 lanes, to the bit, and the handler that adds
// rounding modes, flushing and saturation to lane functions.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/numbers.h"

#include <fenv.h>
#include <math.h>

static bool is_half(const dl_em_insn *insn) {
  switch (insn->type[0]) {
  case DL_EM_W_f16:
  case DL_EM_W_f16x2:
  case DL_EM_W_bf16:
  case DL_EM_W_bf16x2:
    return true;
  default:
    return false;
  }
}

static int rounding_of(const dl_em_insn *insn) {
  if (dl_em_has(insn, DL_EM_W_rz))
    return FE_TOWARDZERO;
  if (dl_em_has(insn, DL_EM_W_rm))
    return FE_DOWNWARD;
  return dl_em_has(insn, DL_EM_W_rp) ? FE_UPWARD : FE_TONEAREST;
}

static void flush_f32(uint32_t *lanes) {
  DL_EM_FOR_LANES(DL_EM_LANES) { lanes[l] = dl_em_flush(lanes[l]); }
}

static void flush_f16(uint16_t *lanes) {
  DL_EM_FOR_LANES(2 * DL_EM_LANES) {
    uint16_t x = lanes[l];
    lanes[l] = (x & 0x7C00) == 0 ? x & 0x8000 : x;
  }
}

// .sat: to [0, 1], NaN gives +0.  .relu: below 0 gives +0, NaN stays.
static void clamp_f32(float *lanes) {
  DL_EM_FOR_LANES(DL_EM_LANES) {
    float x = lanes[l];
    lanes[l] = x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f;
  }
}

static void clamp_half(const dl_em_insn *insn, uint16_t *lanes) {
  bool is_bf16 =
      insn->type[0] == DL_EM_W_bf16 || insn->type[0] == DL_EM_W_bf16x2;
  uint16_t one = is_bf16 ? 0x3F80 : 0x3C00, inf = is_bf16 ? 0x7F80 : 0x7C00;
  bool is_sat = dl_em_has(insn, DL_EM_W_sat);
  for (int l = 0; l < 2 * DL_EM_LANES; ++l) {
    uint16_t x = lanes[l];
    bool is_nan = (x & 0x7FFF) > inf;
    if (is_nan ? is_sat : (x & 0x8000) != 0)
      lanes[l] = 0;
    else if (is_sat && x > one)
      lanes[l] = one;
  }
}

// Runs the lane function into `result`, with everything around it.
static void compute(dl_em_warp *warp, const dl_em_insn *insn, void *result) {
  dl_em_lanes_fn *lanes = (dl_em_lanes_fn *)insn->lanes;
  const dl_em_operand *o = insn->operands;
  bool is_flushed = dl_em_has(insn, DL_EM_W_ftz), has_halves = is_half(insn);
  const void *sources[4];
  uint32_t flushed[4][DL_EM_LANES];
  for (int i = 1; i < insn->n_operands; ++i) {
    sources[i - 1] = DL_EM_REG(warp, o[i].slot);
    if (!is_flushed || o[i].bytes == 8)
      continue;
    memcpy(flushed[i - 1], sources[i - 1], sizeof(flushed[0]));
    if (has_halves)
      flush_f16((uint16_t *)flushed[i - 1]);
    else
      flush_f32(flushed[i - 1]);
    sources[i - 1] = flushed[i - 1];
  }
  int rounding = rounding_of(insn);
  // The call is through a pointer: arithmetic cannot move across it.
  if (rounding != FE_TONEAREST)
    fesetround(rounding);
  lanes(result, sources);
  if (rounding != FE_TONEAREST)
    fesetround(FE_TONEAREST);
  bool is_clamped =
      dl_em_has(insn, DL_EM_W_sat) || dl_em_has(insn, DL_EM_W_relu);
  if (has_halves) {
    if (is_flushed && insn->type[0] != DL_EM_W_bf16 &&
        insn->type[0] != DL_EM_W_bf16x2)
      flush_f16(result);
    if (is_clamped)
      clamp_half(insn, result);
  } else if (o[0].bytes == 4) {
    if (is_flushed)
      flush_f32(result);
    if (is_clamped)
      clamp_f32(result);
  }
}

dl_em_next dl_em_do_fp(dl_em_warp *warp, const dl_em_insn *insn,
                       uint32_t mask) {
  const dl_em_operand *to = &insn->operands[0];
  // Lane functions of halves always write 64 of them.
  bool is_direct = mask == UINT32_MAX && to->bytes != 2;
  uint64_t result[DL_EM_LANES];
  compute(warp, insn, is_direct ? DL_EM_REG(warp, to->slot) : result);
  if (!is_direct)
    dl_em_blend(DL_EM_REG(warp, to->slot), result, mask, to->bytes);
  return DL_EM_NEXT;
}

#define KEEP(x) (x)
#define FLOATS(name, T, finish, n_sources, value)                              \
  void dl_em_##name(void *result, const void *const *sources) {                \
    T *r = result;                                                             \
    const T *a = sources[0], *b = sources[n_sources > 1 ? 1 : 0];              \
    const T *c = sources[n_sources > 2 ? 2 : 0];                               \
    DL_EM_FOR_LANES(DL_EM_LANES) {                                             \
      T x = a[l], y = b[l], z = c[l];                                          \
      (void)y;                                                                 \
      (void)z;                                                                 \
      r[l] = finish(value);                                                    \
    }                                                                          \
  }
#define F32(name, n, value) FLOATS(name##_f32, float, dl_em_canonical, n, value)
#define F64(name, n, value) FLOATS(name##_f64, double, KEEP, n, value)
#define BOTH(name, n, value) F32(name, n, value) F64(name, n, value)

BOTH(add, 2, x + y)
BOTH(sub, 2, x - y)
BOTH(mul, 2, x *y)
BOTH(div, 2, x / y)
BOTH(rcp, 1, 1 / x)
F32(sqrt, 1, sqrtf(x))
F64(sqrt, 1, sqrt(x))
F64(fma, 3, fma(x, y, z))

#if defined(__x86_64__)
// Without the instruction, a call into libm for each lane.
__attribute__((target("fma"))) static void
fma_fast(float *r, const float *a, const float *b, const float *c) {
  DL_EM_FOR_LANES(DL_EM_LANES) {
    r[l] = dl_em_canonical(__builtin_fmaf(a[l], b[l], c[l]));
  }
}
#endif

void dl_em_fma_f32(void *result, const void *const *sources) {
  float *r = result;
  const float *a = sources[0], *b = sources[1], *c = sources[2];
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma")) {
    fma_fast(r, a, b, c);
    return;
  }
#endif
  for (int l = 0; l < DL_EM_LANES; ++l)
    r[l] = dl_em_canonical(fmaf(a[l], b[l], c[l]));
}

// Signs are bits: NaNs keep theirs too.
#define SIGNS(name, T, n, value)                                               \
  void dl_em_##name(void *result, const void *const *sources) {                \
    T *r = result;                                                             \
    const T *a = sources[0], *b = sources[n - 1];                              \
    const T top = (T)1 << (8 * sizeof(T) - 1);                                 \
    DL_EM_FOR_LANES(DL_EM_LANES) {                                             \
      T x = a[l], y = b[l];                                                    \
      (void)y;                                                                 \
      r[l] = value;                                                            \
    }                                                                          \
  }
SIGNS(neg_f32, uint32_t, 1, x ^ top)
SIGNS(neg_f64, uint64_t, 1, x ^ top)
SIGNS(abs_f32, uint32_t, 1, x & ~top)
SIGNS(abs_f64, uint64_t, 1, x & ~top)
// copysign d, a, b: the sign of a, the rest of b.
SIGNS(copysign_f32, uint32_t, 2, (x & top) | (y & ~top))
SIGNS(copysign_f64, uint64_t, 2, (x & top) | (y & ~top))

// One NaN gives the other operand; -0 is less than +0.
#define LESSER(name, T, bits_of)                                               \
  static inline T lesser_##name(T x, T y) {                                    \
    if (x != x)                                                                \
      return y;                                                                \
    if (y != y)                                                                \
      return x;                                                                \
    return x < y || (x == y && bits_of(x) > bits_of(y)) ? x : y;               \
  }                                                                            \
  static inline T greater_##name(T x, T y) {                                   \
    if (x != x)                                                                \
      return y;                                                                \
    if (y != y)                                                                \
      return x;                                                                \
    return x > y || (x == y && bits_of(x) < bits_of(y)) ? x : y;               \
  }
LESSER(f32, float, dl_em_bits)
LESSER(f64, double, dl_em_bits64)
#define EITHER_NAN(x, y, other) (x != x || y != y ? x + y : other)
F32(min, 2, lesser_f32(x, y))
F32(max, 2, greater_f32(x, y))
F64(min, 2, lesser_f64(x, y))
F64(max, 2, greater_f64(x, y))
F32(min_nan, 2, EITHER_NAN(x, y, lesser_f32(x, y)))
F32(max_nan, 2, EITHER_NAN(x, y, greater_f32(x, y)))

// .xorsign.abs: of the magnitudes, with the product's sign.
static inline float with_sign(float magnitude, float x, float y) {
  uint32_t sign = (dl_em_bits(x) ^ dl_em_bits(y)) & 0x80000000;
  return dl_em_float((dl_em_bits(magnitude) & 0x7FFFFFFF) | sign);
}
#define MAGNITUDES(call) with_sign(call(fabsf(x), fabsf(y)), x, y)
F32(min_xorsign, 2, MAGNITUDES(lesser_f32))
F32(max_xorsign, 2, MAGNITUDES(greater_f32))
F32(min_nan_xorsign, 2, EITHER_NAN(x, y, MAGNITUDES(lesser_f32)))
F32(max_nan_xorsign, 2, EITHER_NAN(x, y, MAGNITUDES(greater_f32)))

dl_em_next dl_em_do_testp(dl_em_warp *warp, const dl_em_insn *insn,
                          uint32_t mask) {
  const void *source = DL_EM_REG(warp, insn->operands[1].slot);
  bool is_wide = insn->type[0] == DL_EM_W_f64;
  uint32_t result = 0;
  for (int l = 0; l < DL_EM_LANES; ++l) {
    double value = is_wide ? ((const double *)source)[l]
                           : (double)((const float *)source)[l];
    double least = is_wide ? 0x1p-1022 : 0x1p-126;
    double size = fabs(value);
    bool is_true = false;
    is_true |= dl_em_has(insn, DL_EM_W_finite) && isfinite(value);
    is_true |= dl_em_has(insn, DL_EM_W_infinite) && isinf(value);
    is_true |= dl_em_has(insn, DL_EM_W_number) && !isnan(value);
    is_true |= dl_em_has(insn, DL_EM_W_notanumber) && isnan(value);
    is_true |= dl_em_has(insn, DL_EM_W_normal) && isfinite(value) &&
               (size >= least || size == 0.0);
    is_true |= dl_em_has(insn, DL_EM_W_subnormal) && size < least && size > 0.0;
    result |= (uint32_t)is_true << l;
  }
  dl_em_set_predicate(warp, &insn->operands[0], result, mask);
  return DL_EM_NEXT;
}
