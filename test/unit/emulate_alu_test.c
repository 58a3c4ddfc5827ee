// The emulator's arithmetic against C's, on random and special operands, with
// full and partly filled warps.
#include "runtime/element_type.h"
#include "runtime/emulate/emulate.h"
#include "runtime/random.h"

#include "test/unit/check.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>

typedef uint64_t (*reference)(uint64_t a, uint64_t b, uint64_t c);

// An instruction with operands %d, %a, %b, %c of so many bytes (0: absent).
typedef struct row {
  const char *text;
  int d, a, b, c;
  reference expected;
} row;

enum { n_threads = 1000, n_rounds = 3 };

#define S32(x) ((int32_t)(x))
#define U32(x) ((uint32_t)(x))
#define S64(x) ((int64_t)(x))
#define S16(x) ((int16_t)(x))
#define U16(x) ((uint16_t)(x))
#define REF(name, value)                                                       \
  static uint64_t name(uint64_t a, uint64_t b, uint64_t c) { return value; }
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;
__extension__ typedef __float128 f128;

REF(add, a + b)
REF(sub, a - b)
REF(mul, a *b)
REF(mad, a *b + c)
REF(mul_hi_s32, U32((S64(S32(a)) * S32(b)) >> 32))
REF(mul_hi_u32, U32((uint64_t)U32(a) * U32(b) >> 32))
REF(mul_hi_s64, (uint64_t)((s128)S64(a) * S64(b) >> 64))
REF(mul_hi_u64, (uint64_t)((u128)a * b >> 64))
REF(mul_wide_s32, (uint64_t)(S64(S32(a)) * S32(b)))
REF(mul_wide_u32, (uint64_t)U32(a) * U32(b))
REF(mul_wide_s16, U32(S32(S16(a)) * S16(b)))
REF(mad_wide_u32, (uint64_t)U32(a) * U32(b) + c)
REF(div_s32, S32(b) == 0    ? UINT32_MAX
             : S32(b) == -1 ? U32(0 - U32(a))
                            : U32(S32(a) / S32(b)))
REF(rem_s32, S32(b) == 0 ? a : S32(b) == -1 ? 0 : U32(S32(a) % S32(b)))
REF(div_u32, U32(b) == 0 ? UINT32_MAX : U32(a) / U32(b))
REF(rem_u64, b == 0 ? a : a % b)
REF(abs_s32, S32(a) < 0 ? U32(0 - U32(a)) : a)
REF(neg_s64, 0 - a)
REF(min_s32, S32(a) < S32(b) ? a : b)
REF(max_u64, a > b ? a : b)
REF(min_s16, S16(a) < S16(b) ? a : b)
REF(and_, a &b)
REF(or_, a | b)
REF(xor_, a ^ b)
REF(not_, ~a)
REF(shl_32, U32(b) > 31 ? 0 : U32(a) << U32(b))
REF(shr_s32, U32(b) > 31 ? U32(S32(a) >> 31) : U32(S32(a) >> U32(b)))
REF(shr_u64, U32(b) > 63 ? 0 : a >> U32(b))
REF(shr_s64,
    U32(b) > 63 ? (uint64_t)(S64(a) >> 63) : (uint64_t)(S64(a) >> U32(b)))
REF(shf_l, U32(((uint64_t)U32(b) << 32 | U32(a)) << (c & 31) >> 32))
REF(shf_r_clamp,
    U32(((uint64_t)U32(b) << 32 | U32(a)) >> (U32(c) > 32 ? 32 : U32(c))))
REF(clz, U32(a) ? (uint64_t)__builtin_clz(U32(a)) : 32)
REF(popc, (uint64_t)__builtin_popcountll(a))
REF(sad, U32(U32(c) + (S32(a) > S32(b) ? U32(a) - U32(b) : U32(b) - U32(a))))
REF(add_sat, U32(S64(S32(a)) + S32(b) > INT32_MAX   ? INT32_MAX
                 : S64(S32(a)) + S32(b) < INT32_MIN ? INT32_MIN
                                                    : S32(a) + S32(b)))
REF(lop3_maj, (a & b) | (a & c) | (b & c))
REF(cvt_s64_s32, (uint64_t)S64(S32(a)))
REF(cvt_u64_u32, U32(a))
REF(cvt_sat_s8_s32, U32(S32(a) > 127 ? 127 : S32(a) < -128 ? -128 : S32(a)))
REF(cvt_u32_u8, (uint8_t)a)
REF(cvt_s32_s8, U32((int8_t)a))

// Byte by byte, as the ISA's table says.
static uint64_t prmt(uint64_t a, uint64_t b, uint64_t c) {
  uint8_t bytes[8];
  uint32_t low = U32(a), high = U32(b), result = 0;
  memcpy(bytes, &low, 4);
  memcpy(bytes + 4, &high, 4);
  for (int i = 0; i < 4; ++i) {
    unsigned selector = c >> (4 * i) & 15;
    uint8_t byte = bytes[selector & 7];
    if (selector & 8)
      byte = (int8_t)byte < 0 ? 0xFF : 0;
    result |= (uint32_t)byte << (8 * i);
  }
  return result;
}

// Bit by bit, as the ISA's pseudo code of bfe and bfi says.
static uint64_t bfe_s32(uint64_t a, uint64_t b, uint64_t c) {
  uint32_t pos = b & 0xFF, len = c & 0xFF, result = 0, sign;
  uint32_t last = pos + len - 1 < 31 ? pos + len - 1 : 31;
  sign = len == 0 ? 0 : U32(a) >> last & 1;
  for (uint32_t i = 0; i < 32; ++i) {
    uint32_t bit = i < len && pos + i <= 31 ? U32(a) >> (pos + i) & 1 : sign;
    result |= bit << i;
  }
  return result;
}

static uint64_t bfi_b32(uint64_t a, uint64_t b, uint64_t c) {
  uint32_t pos = c & 0xFF, len = 7, result = U32(b);
  for (uint32_t i = 0; i < len && pos + i <= 31; ++i)
    result = (result & ~(1u << (pos + i))) | (U32(a) >> i & 1u) << (pos + i);
  return result;
}

static uint64_t dp4a(uint64_t a, uint64_t b, uint64_t c) {
  uint32_t sum = U32(c);
  for (int i = 0; i < 4; ++i)
    sum += U32((int8_t)(a >> (8 * i)) * (uint8_t)(b >> (8 * i)));
  return sum;
}

static float as_f32(uint64_t bits) {
  uint32_t low = U32(bits);
  float value;
  memcpy(&value, &low, 4);
  return value;
}
static double as_f64(uint64_t bits) {
  double value;
  memcpy(&value, &bits, 8);
  return value;
}
static uint64_t from_f32(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return value != value ? 0x7FFFFFFF : bits;
}
static uint64_t from_f64(double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  return value != value ? 0x7FF8000000000000 : bits;
}
static float flushed(float value) {
  return fabsf(value) < 0x1p-126f ? copysignf(0.0f, value) : value;
}

// Through volatile, so that nothing is computed at another time or width.
#define F32_REF(name, mode, value)                                             \
  static uint64_t name(uint64_t a, uint64_t b, uint64_t c) {                   \
    volatile float x = as_f32(a), y = as_f32(b), z = as_f32(c);                \
    (void)x, (void)y, (void)z;                                                 \
    fesetround(mode);                                                          \
    volatile float result = value;                                             \
    fesetround(FE_TONEAREST);                                                  \
    return from_f32(result);                                                   \
  }
F32_REF(add_f32, FE_TONEAREST, x + y)
F32_REF(add_rz_f32, FE_TOWARDZERO, x + y)
F32_REF(sub_rm_f32, FE_DOWNWARD, x - y)
F32_REF(mul_rp_f32, FE_UPWARD, x *y)
F32_REF(mul_ftz_f32, FE_TONEAREST,
        flushed((float)((double)flushed(x) * (double)flushed(y))))
F32_REF(fma_f32, FE_TONEAREST, fmaf(x, y, z))
F32_REF(fma_rz_f32, FE_TOWARDZERO, fmaf(x, y, z))
F32_REF(div_f32, FE_TONEAREST, x / y)
F32_REF(div_rz_f32, FE_TOWARDZERO, x / y)
F32_REF(sqrt_f32, FE_TONEAREST, sqrtf(x))
F32_REF(rcp_rp_f32, FE_UPWARD, 1.0f / x)
F32_REF(add_sat_f32, FE_TONEAREST, !(x + y > 0) ? 0 : x + y > 1 ? 1 : x + y)
// fmin does not order zeros.
F32_REF(min_f32, FE_TONEAREST,
        x == 0 && y == 0 ? (signbit(x) ? x : y) : fminf(x, y))
F32_REF(max_nan_f32, FE_TONEAREST,
        x != x || y != y   ? NAN
        : x == 0 && y == 0 ? (signbit(x) ? y : x)
                           : fmaxf(x, y))
F32_REF(cvt_f32_s32, FE_TONEAREST, (float)S32(a))
F32_REF(cvt_rz_f32_u64, FE_TOWARDZERO, (float)(a + c - c))
F32_REF(cvt_rn_f32_f64, FE_TONEAREST, (float)as_f64(a))
F32_REF(cvt_rni_f32, FE_TONEAREST, rintf(x))
#define F64_REF(name, mode, value)                                             \
  static uint64_t name(uint64_t a, uint64_t b, uint64_t c) {                   \
    volatile double x = as_f64(a), y = as_f64(b), z = as_f64(c);               \
    (void)x, (void)y, (void)z;                                                 \
    fesetround(mode);                                                          \
    volatile double result = value;                                            \
    fesetround(FE_TONEAREST);                                                  \
    return from_f64(result);                                                   \
  }
F64_REF(add_f64, FE_TONEAREST, x + y)
F64_REF(mul_rm_f64, FE_DOWNWARD, x *y)
F64_REF(fma_f64, FE_TONEAREST, fma(x, y, z))
F64_REF(cvt_rp_f64_s64, FE_UPWARD, (double)S64(a + c - c))

static uint64_t cvt_rzi_s32_f32(uint64_t a, uint64_t b, uint64_t c) {
  float x = as_f32(a);
  return x != x          ? 0
         : x >= 0x1p31f  ? INT32_MAX
         : x <= -0x1p31f ? 0x80000000
                         : U32((int32_t)x);
}
static uint64_t cvt_rni_u8_f32(uint64_t a, uint64_t b, uint64_t c) {
  float x = rintf(as_f32(a));
  return x > 255 ? 255 : x > 0 ? (uint64_t)x : 0;
}
static uint64_t cvt_rzi_s64_f64(uint64_t a, uint64_t b, uint64_t c) {
  double x = as_f64(a);
  return x != x || x <= -0x1p63 ? (uint64_t)1 << 63
         : x >= 0x1p63          ? INT64_MAX
                                : (uint64_t)S64(x);
}

// 16-bit formats by runtime/element_type, which shares no code with the
// emulator.
static double from_half(dl_element_type type, uint64_t bits) {
  return dl_element_to_double(type, &bits);
}
static uint64_t to_half(dl_element_type type, double value) {
  uint64_t bits = 0;
  dl_element_from_double(type, value, &bits);
  return value != value ? 0x7FFF : bits;
}
// In 113 bits, with what is lost kept in the last place: a product of bf16 and
// an addend can be further apart than that.
static f128 sum_to_odd(f128 x, f128 y) {
  f128 sum = x + y, back = sum - x;
  f128 rest = (x - (sum - back)) + (y - back);
  if (rest != rest || rest == 0 || sum == 0)
    return sum;
  u128 bits;
  memcpy(&bits, &sum, sizeof(bits));
  bits = (bits - ((rest < 0) != (sum < 0))) | 1;
  memcpy(&sum, &bits, sizeof(bits));
  return sum;
}
// From 113 bits, with the lost ones kept in the last place.
static uint64_t wide_to_half(dl_element_type type, f128 value) {
  double narrow = (double)value;
  uint64_t bits;
  memcpy(&bits, &narrow, 8);
  if (isfinite(narrow) && narrow != 0 && (f128)narrow != value) {
    bool is_large = narrow > 0 ? (f128)narrow > value : (f128)narrow < value;
    bits = (bits - is_large) | 1;
    memcpy(&narrow, &bits, 8);
  }
  return to_half(type, narrow);
}
#define HALF_REF(name, type, value)                                            \
  static uint64_t name(uint64_t a, uint64_t b, uint64_t c) {                   \
    f128 x = from_half(type, a), y = from_half(type, b);                       \
    f128 z = from_half(type, c);                                               \
    (void)y, (void)z;                                                          \
    return wide_to_half(type, value);                                          \
  }
HALF_REF(add_f16, DL_F16, x + y)
HALF_REF(mul_f16, DL_F16, x *y)
HALF_REF(fma_f16, DL_F16, sum_to_odd(x *y, z))
HALF_REF(add_bf16, DL_BF16, x + y)
HALF_REF(mul_bf16, DL_BF16, x *y)
HALF_REF(fma_bf16, DL_BF16, sum_to_odd(x *y, z))
#define PAIR_REF(name, half)                                                   \
  static uint64_t name(uint64_t a, uint64_t b, uint64_t c) {                   \
    return half(a & 0xFFFF, b & 0xFFFF, c & 0xFFFF) |                          \
           half(a >> 16 & 0xFFFF, b >> 16 & 0xFFFF, c >> 16 & 0xFFFF) << 16;   \
  }
PAIR_REF(fma_f16x2, fma_f16)
PAIR_REF(add_bf16x2, add_bf16)
REF(cvt_f16_f32, to_half(DL_F16, (double)as_f32(a)))
REF(cvt_bf16_f32, to_half(DL_BF16, (double)as_f32(a)))
REF(cvt_f16_s32, to_half(DL_F16, S32(a)))
REF(cvt_f32_f16, from_f32((float)from_half(DL_F16, a)))
REF(pack_f16x2, cvt_f16_f32(a, 0, 0) << 16 | cvt_f16_f32(b, 0, 0))

// fp8, saturating: NaN stays.
static uint64_t to_e4m3(float value) {
  uint8_t bits = 0;
  float clamped = value > 448 ? 448 : value < -448 ? -448 : value;
  dl_element_from_double(DL_F8E4M3FN, (double)clamped, &bits);
  return value != value ? 0x7F : bits;
}
REF(pack_e4m3x2, to_e4m3(as_f32(a)) << 8 | to_e4m3(as_f32(b)))
REF(cvt_rna_tf32, as_f32(a) != as_f32(a) ? 0x7FFFE000
                  : isinf(as_f32(a))     ? a
                                         : (a + 0x1000) & 0xFFFFE000)

#define SAME(text, bytes, call)                                                \
  {text " %d, %a, %b;", bytes, bytes, bytes, 0, call}
static const row rows[] = {
    SAME("add.s32", 4, add),
    SAME("add.u64", 8, add),
    SAME("add.s16", 2, add),
    SAME("sub.s32", 4, sub),
    SAME("mul.lo.s32", 4, mul),
    SAME("mul.lo.u64", 8, mul),
    SAME("mul.hi.s32", 4, mul_hi_s32),
    SAME("mul.hi.u32", 4, mul_hi_u32),
    SAME("mul.hi.s64", 8, mul_hi_s64),
    SAME("mul.hi.u64", 8, mul_hi_u64),
    {"mul.wide.s32 %d, %a, %b;", 8, 4, 4, 0, mul_wide_s32},
    {"mul.wide.u32 %d, %a, %b;", 8, 4, 4, 0, mul_wide_u32},
    {"mul.wide.s16 %d, %a, %b;", 4, 2, 2, 0, mul_wide_s16},
    {"mad.wide.u32 %d, %a, %b, %c;", 8, 4, 4, 8, mad_wide_u32},
    {"mad.lo.s32 %d, %a, %b, %c;", 4, 4, 4, 4, mad},
    {"mad.lo.s64 %d, %a, %b, %c;", 8, 8, 8, 8, mad},
    SAME("div.s32", 4, div_s32),
    SAME("rem.s32", 4, rem_s32),
    SAME("div.u32", 4, div_u32),
    SAME("rem.u64", 8, rem_u64),
    {"abs.s32 %d, %a;", 4, 4, 0, 0, abs_s32},
    {"neg.s64 %d, %a;", 8, 8, 0, 0, neg_s64},
    SAME("min.s32", 4, min_s32),
    SAME("max.u64", 8, max_u64),
    SAME("min.s16", 2, min_s16),
    SAME("and.b32", 4, and_),
    SAME("or.b64", 8, or_),
    SAME("xor.b16", 2, xor_),
    {"not.b32 %d, %a;", 4, 4, 0, 0, not_},
    SAME("shl.b32", 4, shl_32),
    SAME("shr.s32", 4, shr_s32),
    {"shr.u64 %d, %a, %b;", 8, 8, 4, 0, shr_u64},
    {"shr.s64 %d, %a, %b;", 8, 8, 4, 0, shr_s64},
    {"shf.l.wrap.b32 %d, %a, %b, %c;", 4, 4, 4, 4, shf_l},
    {"shf.r.clamp.b32 %d, %a, %b, %c;", 4, 4, 4, 4, shf_r_clamp},
    {"clz.b32 %d, %a;", 4, 4, 0, 0, clz},
    {"popc.b64 %d, %a;", 4, 8, 0, 0, popc},
    {"sad.s32 %d, %a, %b, %c;", 4, 4, 4, 4, sad},
    SAME("add.sat.s32", 4, add_sat),
    {"lop3.b32 %d, %a, %b, %c, 0xE8;", 4, 4, 4, 4, lop3_maj},
    {"prmt.b32 %d, %a, %b, %c;", 4, 4, 4, 4, prmt},
    {"bfe.s32 %d, %a, %b, %c;", 4, 4, 4, 4, bfe_s32},
    {"bfi.b32 %d, %a, %b, %c, 7;", 4, 4, 4, 4, bfi_b32},
    {"dp4a.s32.u32 %d, %a, %b, %c;", 4, 4, 4, 4, dp4a},
    {"cvt.s64.s32 %d, %a;", 8, 4, 0, 0, cvt_s64_s32},
    {"cvt.u64.u32 %d, %a;", 8, 4, 0, 0, cvt_u64_u32},
    {"cvt.sat.s8.s32 %d, %a;", 4, 4, 0, 0, cvt_sat_s8_s32},
    {"cvt.u32.u8 %d, %a;", 4, 4, 0, 0, cvt_u32_u8},
    {"cvt.s32.s8 %d, %a;", 4, 2, 0, 0, cvt_s32_s8},
    SAME("add.rn.f32", 4, add_f32),
    SAME("add.rz.f32", 4, add_rz_f32),
    SAME("sub.rm.f32", 4, sub_rm_f32),
    SAME("mul.rp.f32", 4, mul_rp_f32),
    SAME("mul.rn.ftz.f32", 4, mul_ftz_f32),
    {"fma.rn.f32 %d, %a, %b, %c;", 4, 4, 4, 4, fma_f32},
    {"fma.rz.f32 %d, %a, %b, %c;", 4, 4, 4, 4, fma_rz_f32},
    SAME("div.rn.f32", 4, div_f32),
    SAME("div.rz.f32", 4, div_rz_f32),
    {"sqrt.rn.f32 %d, %a;", 4, 4, 0, 0, sqrt_f32},
    {"rcp.rp.f32 %d, %a;", 4, 4, 0, 0, rcp_rp_f32},
    SAME("add.sat.f32", 4, add_sat_f32),
    SAME("min.f32", 4, min_f32),
    SAME("max.NaN.f32", 4, max_nan_f32),
    SAME("add.rn.f64", 8, add_f64),
    SAME("mul.rm.f64", 8, mul_rm_f64),
    {"fma.rn.f64 %d, %a, %b, %c;", 8, 8, 8, 8, fma_f64},
    {"cvt.rn.f32.s32 %d, %a;", 4, 4, 0, 0, cvt_f32_s32},
    {"cvt.rz.f32.u64 %d, %a;", 4, 8, 0, 0, cvt_rz_f32_u64},
    {"cvt.rp.f64.s64 %d, %a;", 8, 8, 0, 0, cvt_rp_f64_s64},
    {"cvt.rn.f32.f64 %d, %a;", 4, 8, 0, 0, cvt_rn_f32_f64},
    {"cvt.rni.f32.f32 %d, %a;", 4, 4, 0, 0, cvt_rni_f32},
    {"cvt.rzi.s32.f32 %d, %a;", 4, 4, 0, 0, cvt_rzi_s32_f32},
    {"cvt.rni.u8.f32 %d, %a;", 4, 4, 0, 0, cvt_rni_u8_f32},
    {"cvt.rzi.s64.f64 %d, %a;", 8, 8, 0, 0, cvt_rzi_s64_f64},
    SAME("add.rn.f16", 2, add_f16),
    SAME("mul.f16", 2, mul_f16),
    {"fma.rn.f16 %d, %a, %b, %c;", 2, 2, 2, 2, fma_f16},
    SAME("add.bf16", 2, add_bf16),
    SAME("mul.bf16", 2, mul_bf16),
    {"fma.rn.bf16 %d, %a, %b, %c;", 2, 2, 2, 2, fma_bf16},
    {"fma.rn.f16x2 %d, %a, %b, %c;", 4, 4, 4, 4, fma_f16x2},
    SAME("add.bf16x2", 4, add_bf16x2),
    {"cvt.rn.f16.f32 %d, %a;", 2, 4, 0, 0, cvt_f16_f32},
    {"cvt.rn.bf16.f32 %d, %a;", 2, 4, 0, 0, cvt_bf16_f32},
    {"cvt.rn.f16.s32 %d, %a;", 2, 4, 0, 0, cvt_f16_s32},
    {"cvt.f32.f16 %d, %a;", 4, 2, 0, 0, cvt_f32_f16},
    {"cvt.rn.f16x2.f32 %d, %a, %b;", 4, 4, 4, 0, pack_f16x2},
    {"cvt.rn.satfinite.e4m3x2.f32 %d, %a, %b;", 2, 4, 4, 0, pack_e4m3x2},
    {"cvt.rna.tf32.f32 %d, %a;", 4, 4, 0, 0, cvt_rna_tf32},
};

// The instruction between loads and stores of 8 bytes for each operand.
static void write_kernel(const row *r, char *text, size_t room) {
  int widths[] = {r->d, r->a, r->b, r->c};
  int used = snprintf(
      text, room,
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(\n"
      " .param .u64 out, .param .u64 a, .param .u64 b, .param .u64 c) {\n"
      " .reg .b32 %%t; .reg .b64 %%p, %%x, %%i; .reg .b16 %%h;\n"
      " mov.u32 %%t, %%tid.x; mul.wide.u32 %%i, %%t, 8;\n");
  for (int i = 0; i < 4; ++i)
    used += snprintf(text + used, room - (size_t)used, " .reg .b%d %%%c;\n",
                     widths[i] ? 8 * widths[i] : 32, "dabc"[i]);
  for (int i = 1; i < 4; ++i)
    if (widths[i])
      used += snprintf(text + used, room - (size_t)used,
                       " ld.param.u64 %%p, [%c]; add.s64 %%p, %%p, %%i;\n"
                       " ld.global.b%d %%%c, [%%p];\n",
                       "dabc"[i], 8 * widths[i], "dabc"[i]);
  snprintf(text + used, room - (size_t)used,
           " %s\n ld.param.u64 %%p, [out]; add.s64 %%p, %%p, %%i;\n"
           " st.global.b%d [%%p], %%d;\n ret;\n}\n",
           r->text, 8 * r->d);
}

// Random bits, or something with an edge: small, near a power of two, special
// floats of each width.
static uint64_t operand(uint64_t seed, uint64_t index) {
  uint64_t bits = dl_random_bits(seed, 0, index);
  uint64_t choice = dl_random_bits(seed, 1, index) % 16;
  static const uint64_t special[] = {
      0,          1,          UINT64_MAX,         0x8000000000000000,
      0x80000000, 0x7FFFFFFF, 0x7F800000,         0xFF800000,
      0x3F800000, 0x7FC00000, 0x7FF0000000000000, 0x3C00,
      0x7C00,     0x7BFF,     0x00000001,         0x80000001};
  if (choice < 8)
    return bits;
  if (choice < 10)
    return bits % 70;
  if (choice < 12)
    return special[bits % 16];
  if (choice < 14) // f32 of moderate size in the low half
    return (bits & 0xFFFFFFFF807FFFFF) | (120 + bits % 16) << 23;
  // f64 of moderate size
  return (bits & 0x800FFFFFFFFFFFFF) | (1015 + bits % 70) << 52;
}

// NaNs of f64 have no one pattern.
static uint64_t comparable(const row *r, uint64_t bits) {
  if (r->d == 8 && strstr(r->text, ".f64 ") && as_f64(bits) != as_f64(bits))
    return 0x7FF8000000000000;
  return r->d < 8 ? bits & (((uint64_t)1 << (8 * r->d)) - 1) : bits;
}

static void run_row(const row *r, uint64_t seed) {
  static uint64_t out[n_threads], in[3][n_threads];
  char text[2000];
  write_kernel(r, text, sizeof(text));
  dl_em_module *module;
  dl_em_device *device;
  DloptStatus status =
      dl_em_module_create(text, strlen(text), r->text, &module);
  CHECK_OK(status);
  if (status.code != DL_STATUS_OK)
    return;
  CHECK_OK(dl_em_device_create(NULL, &device));
  uint64_t address[4];
  const void *args[4];
  CHECK_OK(dl_em_device_bind(device, "out", out, sizeof(out), true, address));
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < n_threads; ++i)
      in[k][i] = operand(seed * 3 + (uint64_t)k, (uint64_t)i);
    CHECK_OK(dl_em_device_bind(device, "in", in[k], sizeof(in[k]), true,
                               &address[k + 1]));
  }
  for (int k = 0; k < 4; ++k)
    args[k] = &address[k];
  dl_em_launch_config config = {{1, 1, 1}, {n_threads, 1, 1}, {0}, 0};
  CHECK_OK(dl_em_launch(device, dl_em_module_find(module, "k"), &config, args));
  for (int i = 0; i < n_threads; ++i) {
    uint64_t expected =
        comparable(r, r->expected(in[0][i], in[1][i], in[2][i]));
    uint64_t got = comparable(r, out[i]);
    if (got != expected)
      fprintf(stderr, "%s  a %016llx b %016llx c %016llx\n", r->text,
              (unsigned long long)in[0][i], (unsigned long long)in[1][i],
              (unsigned long long)in[2][i]);
    CHECK_EQ(got, expected);
    if (got != expected)
      break;
  }
  size_t n;
  dl_em_device_reports(device, &n);
  CHECK_EQ(n, 0);
  dl_em_device_destroy(device);
  dl_em_module_destroy(module);
}

int main(void) {
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    for (uint64_t seed = 0; seed < n_rounds; ++seed)
      run_row(&rows[i], seed);
  return check_result();
}
