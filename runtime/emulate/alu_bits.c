// Bit fields, funnel shifts, byte permutes, dot products of bytes.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"

#define UNARY(name, R, T, call)                                                \
  void dl_em_##name(void *result, const void *const *sources) {                \
    R *r = result;                                                             \
    const T *a = sources[0];                                                   \
    for (int l = 0; l < DL_EM_LANES; ++l)                                      \
      r[l] = call(a[l]);                                                       \
  }
#define TERNARY(name, R, T, U, V, call)                                        \
  void dl_em_##name(void *result, const void *const *sources) {                \
    R *r = result;                                                             \
    const T *a = sources[0];                                                   \
    const U *b = sources[1];                                                   \
    const V *c = sources[2];                                                   \
    for (int l = 0; l < DL_EM_LANES; ++l)                                      \
      r[l] = call(a[l], b[l], c[l]);                                           \
  }

static inline uint32_t funnel_left(uint32_t low, uint32_t high, uint32_t n) {
  uint64_t both = (uint64_t)high << 32 | low;
  return (uint32_t)(both << n >> 32);
}
static inline uint32_t shf_l_wrap(uint32_t a, uint32_t b, uint32_t c) {
  return funnel_left(a, b, c & 31);
}
static inline uint32_t shf_l_clamp(uint32_t a, uint32_t b, uint32_t c) {
  return funnel_left(a, b, c < 32 ? c : 32);
}
static inline uint32_t shf_r_wrap(uint32_t a, uint32_t b, uint32_t c) {
  return (uint32_t)(((uint64_t)b << 32 | a) >> (c & 31));
}
static inline uint32_t shf_r_clamp(uint32_t a, uint32_t b, uint32_t c) {
  return (uint32_t)(((uint64_t)b << 32 | a) >> (c < 32 ? c : 32));
}
#define FUNNEL(name) TERNARY(name, uint32_t, uint32_t, uint32_t, uint32_t, name)
FUNNEL(shf_l_wrap)
FUNNEL(shf_l_clamp)
FUNNEL(shf_r_wrap)
FUNNEL(shf_r_clamp)

// PTX ISA, bfe: position and length are their low 8 bits; a field that runs
// past the top is filled with the sign.
static inline uint64_t extract(uint64_t a, uint32_t position, uint32_t length,
                               uint32_t bits, int is_signed) {
  uint32_t pos = position & 0xFF, len = length & 0xFF;
  uint32_t top = pos + len - 1 < bits - 1 ? pos + len - 1 : bits - 1;
  uint64_t sign = is_signed && len > 0 ? a >> top & 1 : 0;
  uint64_t field = pos < bits ? a >> pos : 0;
  uint32_t has = pos < bits ? bits - pos : 0; // bits of `field` that are real
  uint32_t kept = len < has ? len : has;
  uint64_t mask = kept >= 64 ? UINT64_MAX : ((uint64_t)1 << kept) - 1;
  return (field & mask) | (sign ? ~mask : 0);
}
static inline uint32_t bfe_u32(uint32_t a, uint32_t b, uint32_t c) {
  return (uint32_t)extract(a, b, c, 32, 0);
}
static inline uint32_t bfe_s32(uint32_t a, uint32_t b, uint32_t c) {
  return (uint32_t)extract(a, b, c, 32, 1);
}
static inline uint64_t bfe_u64(uint64_t a, uint32_t b, uint32_t c) {
  return extract(a, b, c, 64, 0);
}
static inline uint64_t bfe_s64(uint64_t a, uint32_t b, uint32_t c) {
  return extract(a, b, c, 64, 1);
}
TERNARY(bfe_u32, uint32_t, uint32_t, uint32_t, uint32_t, bfe_u32)
TERNARY(bfe_s32, uint32_t, uint32_t, uint32_t, uint32_t, bfe_s32)
TERNARY(bfe_u64, uint64_t, uint64_t, uint32_t, uint32_t, bfe_u64)
TERNARY(bfe_s64, uint64_t, uint64_t, uint32_t, uint32_t, bfe_s64)

static inline uint64_t insert(uint64_t a, uint64_t b, uint32_t position,
                              uint32_t length) {
  uint32_t pos = position & 0xFF, len = length & 0xFF;
  if (pos >= 64)
    return b;
  uint64_t mask = (len >= 64 ? UINT64_MAX : ((uint64_t)1 << len) - 1) << pos;
  return (b & ~mask) | ((a << pos) & mask);
}
#define INSERT(name, T)                                                        \
  void dl_em_##name(void *result, const void *const *sources) {                \
    T *r = result;                                                             \
    const T *a = sources[0], *b = sources[1];                                  \
    const uint32_t *c = sources[2], *d = sources[3];                           \
    for (int l = 0; l < DL_EM_LANES; ++l)                                      \
      r[l] = (T)insert(a[l], b[l], c[l], d[l]);                                \
  }
INSERT(bfi_b32, uint32_t)
INSERT(bfi_b64, uint64_t)

static inline uint64_t reverse(uint64_t a) {
  a = (a >> 1 & 0x5555555555555555) | (a & 0x5555555555555555) << 1;
  a = (a >> 2 & 0x3333333333333333) | (a & 0x3333333333333333) << 2;
  a = (a >> 4 & 0x0F0F0F0F0F0F0F0F) | (a & 0x0F0F0F0F0F0F0F0F) << 4;
  return __builtin_bswap64(a);
}
static inline uint32_t reverse32(uint32_t a) {
  return (uint32_t)(reverse(a) >> 32);
}
static inline uint32_t zeros32(uint32_t a) {
  return a ? (uint32_t)__builtin_clz(a) : 32;
}
static inline uint32_t zeros64(uint64_t a) {
  return a ? (uint32_t)__builtin_clzll(a) : 64;
}
static inline uint32_t ones32(uint32_t a) {
  return (uint32_t)__builtin_popcount(a);
}
static inline uint32_t ones64(uint64_t a) {
  return (uint32_t)__builtin_popcountll(a);
}
UNARY(brev_b32, uint32_t, uint32_t, reverse32)
UNARY(brev_b64, uint64_t, uint64_t, reverse)
UNARY(clz_b32, uint32_t, uint32_t, zeros32)
UNARY(clz_b64, uint32_t, uint64_t, zeros64)
UNARY(popc_b32, uint32_t, uint32_t, ones32)
UNARY(popc_b64, uint32_t, uint64_t, ones64)

// Position of the highest bit that is not the sign; all ones if none.
static inline uint32_t find_u32(uint32_t a) { return 31 - zeros32(a); }
static inline uint32_t find_s32(uint32_t a) {
  return find_u32((int32_t)a < 0 ? ~a : a);
}
static inline uint32_t find_u64(uint64_t a) { return 63 - zeros64(a); }
static inline uint32_t find_s64(uint64_t a) {
  return find_u64((int64_t)a < 0 ? ~a : a);
}
// The shift that would bring it to the top.
#define SHIFT_OF(find, top, T)                                                 \
  static inline uint32_t shift_##find(T a) {                                   \
    uint32_t at = find(a);                                                     \
    return at == UINT32_MAX ? at : top - at;                                   \
  }
SHIFT_OF(find_u32, 31, uint32_t)
SHIFT_OF(find_s32, 31, uint32_t)
SHIFT_OF(find_u64, 63, uint64_t)
SHIFT_OF(find_s64, 63, uint64_t)
UNARY(bfind_u32, uint32_t, uint32_t, find_u32)
UNARY(bfind_s32, uint32_t, uint32_t, find_s32)
UNARY(bfind_u64, uint32_t, uint64_t, find_u64)
UNARY(bfind_s64, uint32_t, uint64_t, find_s64)
UNARY(bfind_shift_u32, uint32_t, uint32_t, shift_find_u32)
UNARY(bfind_shift_s32, uint32_t, uint32_t, shift_find_s32)
UNARY(bfind_shift_u64, uint32_t, uint64_t, shift_find_u64)
UNARY(bfind_shift_s64, uint32_t, uint64_t, shift_find_s64)

// PTX ISA, fns: the offset-th set bit from `base` on, upward or downward.
static uint32_t find_nth(uint32_t bits, uint32_t base, uint32_t offset) {
  int32_t n = (int32_t)offset;
  int32_t step = n < 0 ? -1 : 1;
  if (base > 31)
    return UINT32_MAX;
  if (n == 0)
    return bits >> base & 1 ? base : UINT32_MAX;
  for (int32_t at = (int32_t)base; at >= 0 && at < 32; at += step)
    if (bits >> at & 1 && (n -= step) == 0)
      return (uint32_t)at;
  return UINT32_MAX;
}
TERNARY(fns_b32, uint32_t, uint32_t, uint32_t, uint32_t, find_nth)

// Byte `selector & 7` of b:a; bit 3 replicates its sign over the byte.
static inline uint32_t pick(uint64_t both, uint32_t selector) {
  uint32_t byte = (uint32_t)(both >> (8 * (selector & 7))) & 0xFF;
  if (selector & 8)
    return byte & 0x80 ? 0xFF : 0;
  return byte;
}
static inline uint32_t pick_four(uint32_t a, uint32_t b,
                                 const uint32_t selectors[4]) {
  uint64_t both = (uint64_t)b << 32 | a;
  return pick(both, selectors[0]) | pick(both, selectors[1]) << 8 |
         pick(both, selectors[2]) << 16 | pick(both, selectors[3]) << 24;
}
static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t s[4] = {c & 15, c >> 4 & 15, c >> 8 & 15, c >> 12 & 15};
  return pick_four(a, b, s);
}
// The modes, as selectors of byte i for a control value of c.
#define PERMUTE_MODE(mode, selector)                                           \
  static inline uint32_t permute_##mode(uint32_t a, uint32_t b, uint32_t c) {  \
    uint32_t s[4];                                                             \
    c &= 3;                                                                    \
    for (uint32_t i = 0; i < 4; ++i)                                           \
      s[i] = selector;                                                         \
    return pick_four(a, b, s);                                                 \
  }
PERMUTE_MODE(f4e, (c + i) & 7)
PERMUTE_MODE(b4e, (c - i) & 7)
PERMUTE_MODE(rc8, c)
PERMUTE_MODE(ecl, i < c ? c : i)
PERMUTE_MODE(ecr, i > c ? c : i)
PERMUTE_MODE(rc16, (c & 1) * 2 + (i & 1))
#define PERMUTE(name, call)                                                    \
  TERNARY(name, uint32_t, uint32_t, uint32_t, uint32_t, call)
PERMUTE(prmt, permute)
PERMUTE(prmt_f4e, permute_f4e)
PERMUTE(prmt_b4e, permute_b4e)
PERMUTE(prmt_rc8, permute_rc8)
PERMUTE(prmt_ecl, permute_ecl)
PERMUTE(prmt_ecr, permute_ecr)
PERMUTE(prmt_rc16, permute_rc16)

#define DOT(name, A, B, a_bits, offset)                                        \
  static inline uint32_t name(uint32_t a, uint32_t b, uint32_t c) {            \
    for (int i = 0; i < 4 - 2 * (a_bits == 16); ++i)                           \
      c += (uint32_t)((int32_t)(A)(a >> (a_bits * i)) *                        \
                      (int32_t)(B)(b >> (8 * i + offset)));                    \
    return c;                                                                  \
  }                                                                            \
  TERNARY(name, uint32_t, uint32_t, uint32_t, uint32_t, name)
DOT(dp4a_ss, int8_t, int8_t, 8, 0)
DOT(dp4a_su, int8_t, uint8_t, 8, 0)
DOT(dp4a_us, uint8_t, int8_t, 8, 0)
DOT(dp4a_uu, uint8_t, uint8_t, 8, 0)
DOT(dp2a_lo_ss, int16_t, int8_t, 16, 0)
DOT(dp2a_lo_su, int16_t, uint8_t, 16, 0)
DOT(dp2a_lo_us, uint16_t, int8_t, 16, 0)
DOT(dp2a_lo_uu, uint16_t, uint8_t, 16, 0)
DOT(dp2a_hi_ss, int16_t, int8_t, 16, 16)
DOT(dp2a_hi_su, int16_t, uint8_t, 16, 16)
DOT(dp2a_hi_us, uint16_t, int8_t, 16, 16)
DOT(dp2a_hi_uu, uint16_t, uint8_t, 16, 16)

dl_em_next dl_em_do_lop3(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  const uint32_t *a = DL_EM_REG(warp, o[1].slot);
  const uint32_t *b = DL_EM_REG(warp, o[2].slot);
  const uint32_t *c = DL_EM_REG(warp, o[3].slot);
  uint32_t table = (uint32_t)o[4].value, result[DL_EM_LANES];
  for (int l = 0; l < DL_EM_LANES; ++l) {
    uint32_t out = 0;
    for (int i = 0; i < 8; ++i)
      if (table >> i & 1)
        out |= (i & 4 ? a[l] : ~a[l]) & (i & 2 ? b[l] : ~b[l]) &
               (i & 1 ? c[l] : ~c[l]);
    result[l] = out;
  }
  dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, 4);
  return DL_EM_NEXT;
}
