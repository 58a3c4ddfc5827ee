// Integer arithmetic on lanes, and the handler of all lane functions on bits.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"

#include <string.h>

dl_em_next dl_em_do_alu(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  dl_em_lanes_fn *lanes = (dl_em_lanes_fn *)insn->lanes;
  const void *sources[4];
  for (int i = 1; i < insn->n_operands; ++i)
    sources[i - 1] = DL_EM_REG(warp, o[i].slot);
  if (mask == UINT32_MAX) {
    lanes(DL_EM_REG(warp, o[0].slot), sources);
    return DL_EM_NEXT;
  }
  uint64_t result[DL_EM_LANES];
  lanes(result, sources);
  dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, o[0].bytes);
  return DL_EM_NEXT;
}

// Functions of one, two and three registers of type T, with lanes x, y, z; the
// result has type R.
#define UNARY(name, R, T, value)                                               \
  void dl_em_##name(void *result, const void *const *sources) {                \
    R *r = result;                                                             \
    const T *a = sources[0];                                                   \
    DL_EM_FOR_LANES(DL_EM_LANES) {                                             \
      T x = a[l];                                                              \
      r[l] = (R)(value);                                                       \
    }                                                                          \
  }
#define BINARY_OF(name, R, T, U, value)                                        \
  void dl_em_##name(void *result, const void *const *sources) {                \
    R *r = result;                                                             \
    const T *a = sources[0];                                                   \
    const U *b = sources[1];                                                   \
    DL_EM_FOR_LANES(DL_EM_LANES) {                                             \
      T x = a[l];                                                              \
      U y = b[l];                                                              \
      r[l] = (R)(value);                                                       \
    }                                                                          \
  }
#define BINARY(name, T, value) BINARY_OF(name, T, T, T, value)
#define TERNARY_OF(name, R, T, U, V, value)                                    \
  void dl_em_##name(void *result, const void *const *sources) {                \
    R *r = result;                                                             \
    const T *a = sources[0];                                                   \
    const U *b = sources[1];                                                   \
    const V *c = sources[2];                                                   \
    DL_EM_FOR_LANES(DL_EM_LANES) {                                             \
      T x = a[l];                                                              \
      U y = b[l];                                                              \
      V z = c[l];                                                              \
      r[l] = (R)(value);                                                       \
    }                                                                          \
  }
#define TERNARY(name, T, value) TERNARY_OF(name, T, T, T, T, value)

__extension__ typedef unsigned __int128 wide_u64;
__extension__ typedef __int128 wide_s64;

// Signed wrap-around is computed unsigned: no overflow in C's sense.
#define FOR_WIDTHS(X)                                                          \
  X(16, uint16_t, int16_t, uint32_t, int32_t)                                  \
  X(32, uint32_t, int32_t, uint64_t, int64_t)                                  \
  X(64, uint64_t, int64_t, wide_u64, wide_s64)

#define WRAPPING(bits, U, S, WU, WS)                                           \
  BINARY(add_##bits, U, (WU)x + y)                                             \
  BINARY(sub_##bits, U, (WU)x - y)                                             \
  BINARY(mul_##bits, U, (WU)x *(WU)y)                                          \
  TERNARY(mad_##bits, U, (WU)x *(WU)y + z)                                     \
  BINARY(and_##bits, U, x &y)                                                  \
  BINARY(or_##bits, U, x | y)                                                  \
  BINARY(xor_##bits, U, x ^ y)                                                 \
  UNARY(not_##bits, U, U, ~x)                                                  \
  UNARY(cnot_##bits, U, U, x == 0)                                             \
  UNARY(abs_s##bits, U, U, (S)x < 0 ? (U)(0 - (WU)x) : x)                      \
  UNARY(neg_s##bits, U, U, 0 - (WU)x)                                          \
  BINARY(mul_hi_u##bits, U, (WU)x *(WU)y >> bits)                              \
  BINARY(mul_hi_s##bits, S, (WS)x *(WS)y >> bits)                              \
  BINARY(min_u##bits, U, x < y ? x : y)                                        \
  BINARY(max_u##bits, U, x > y ? x : y)                                        \
  BINARY(min_s##bits, S, x < y ? x : y)                                        \
  BINARY(max_s##bits, S, x > y ? x : y)                                        \
  TERNARY(sad_u##bits, U, z + (x > y ? x - y : y - x))                         \
  TERNARY_OF(sad_s##bits, U, S, S, U,                                          \
             z + (x > y ? (U)((U)x - (U)y) : (U)((U)y - (U)x)))                \
  BINARY_OF(shl_##bits, U, U, uint32_t,                                        \
            y < bits ? (WU)x << (y & (bits - 1)) : 0)                          \
  BINARY_OF(shr_u##bits, U, U, uint32_t, y < bits ? x >> (y & (bits - 1)) : 0) \
  BINARY_OF(shr_s##bits, S, S, uint32_t,                                       \
            x >> (y < bits ? y & (bits - 1) : bits - 1))                       \
  BINARY(div_u##bits, U, y == 0 ? (U) - 1 : x / y)                             \
  BINARY(rem_u##bits, U, y == 0 ? x : x % y)                                   \
  BINARY(div_s##bits, S,                                                       \
         y == 0    ? (S) - 1                                                   \
         : y == -1 ? (S)(0 - (WU)(U)x)                                         \
                   : x / y)                                                    \
  BINARY(rem_s##bits, S, y == 0 ? x : y == -1 ? 0 : x % y)
FOR_WIDTHS(WRAPPING)

TERNARY(mad_hi_u32, uint32_t, ((uint64_t)x * y >> 32) + z)
TERNARY_OF(mad_hi_s32, uint32_t, int32_t, int32_t, uint32_t,
           (uint32_t)((int64_t)x * y >> 32) + z)
TERNARY(mad_hi_u64, uint64_t, (uint64_t)((wide_u64)x * y >> 64) + z)
TERNARY_OF(mad_hi_s64, uint64_t, int64_t, int64_t, uint64_t,
           (uint64_t)((wide_s64)x * y >> 64) + z)

#define WIDENING(name, R, T)                                                   \
  BINARY_OF(mul_wide_##name, R, T, T, (R)x *(R)y)                              \
  TERNARY_OF(mad_wide_##name, R, T, T, R, (R)x *(R)y + z)
WIDENING(u16, uint32_t, uint16_t)
WIDENING(u32, uint64_t, uint32_t)
// The sum may wrap: it is done unsigned.
BINARY_OF(mul_wide_s16, int32_t, int16_t, int16_t, (int32_t)x *y)
BINARY_OF(mul_wide_s32, int64_t, int32_t, int32_t, (int64_t)x *y)
TERNARY_OF(mad_wide_s16, uint32_t, int16_t, int16_t, uint32_t,
           (uint32_t)((int32_t)x * y) + z)
TERNARY_OF(mad_wide_s32, uint64_t, int32_t, int32_t, uint64_t,
           (uint64_t)((int64_t)x * y) + z)

#define LOW24U(x) ((uint64_t)((x) & 0xFFFFFF))
#define LOW24S(x) ((int64_t)((int32_t)((uint32_t)(x) << 8) >> 8))
BINARY(mul24_lo_u32, uint32_t, LOW24U(x) * LOW24U(y))
BINARY(mul24_hi_u32, uint32_t, LOW24U(x) * LOW24U(y) >> 16)
BINARY(mul24_lo_s32, uint32_t, LOW24S(x) * LOW24S(y))
BINARY(mul24_hi_s32, uint32_t, LOW24S(x) * LOW24S(y) >> 16)
TERNARY(mad24_lo_u32, uint32_t, LOW24U(x) * LOW24U(y) + z)
TERNARY(mad24_lo_s32, uint32_t, (uint64_t)(LOW24S(x) * LOW24S(y)) + z)

static inline int32_t saturate(int64_t value) {
  return value > INT32_MAX   ? INT32_MAX
         : value < INT32_MIN ? INT32_MIN
                             : (int32_t)value;
}
BINARY(add_sat_s32, int32_t, saturate((int64_t)x + y))
BINARY(sub_sat_s32, int32_t, saturate((int64_t)x - y))
BINARY(min_relu_s32, int32_t, (x < y ? x : y) > 0 ? (x < y ? x : y) : 0)
BINARY(max_relu_s32, int32_t, (x > y ? x : y) > 0 ? (x > y ? x : y) : 0)

#define PACKED(name, T, value)                                                 \
  void dl_em_##name(void *result, const void *const *sources) {                \
    T *r = result;                                                             \
    const T *a = sources[0], *b = sources[1];                                  \
    DL_EM_FOR_LANES(2 * DL_EM_LANES) {                                         \
      T x = a[l], y = b[l];                                                    \
      r[l] = (T)(value);                                                       \
    }                                                                          \
  }
PACKED(add_16x2, uint16_t, x + y)
PACKED(min_u16x2, uint16_t, x < y ? x : y)
PACKED(max_u16x2, uint16_t, x > y ? x : y)
PACKED(min_s16x2, int16_t, x < y ? x : y)
PACKED(max_s16x2, int16_t, x > y ? x : y)

#define CHOICE(bits, T)                                                        \
  TERNARY_OF(slct_##bits##_s32, T, T, T, int32_t, z >= 0 ? x : y)              \
  TERNARY_OF(slct_##bits##_f32, T, T, T, float, z >= 0 ? x : y)
CHOICE(16, uint16_t)
CHOICE(32, uint32_t)
CHOICE(64, uint64_t)

// add.cc, addc, sub.cc, subc: the carry (of subtractions: the borrow) is one
// bit a lane.
dl_em_next dl_em_do_carry(dl_em_warp *warp, const dl_em_insn *insn,
                          uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  const char *base = dl_em_row_of(insn->row)->base;
  bool is_sub = base[0] == 's', takes_carry = base[3] == 'c';
  bool is_wide = o[0].bytes == 8;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t carry = takes_carry ? warp->carry >> l & 1 : 0;
    uint32_t out;
    if (is_wide) {
      const uint64_t *a = DL_EM_REG(warp, o[1].slot);
      const uint64_t *b = DL_EM_REG(warp, o[2].slot);
      wide_u64 wide = is_sub ? (wide_u64)a[l] - b[l] - carry
                             : (wide_u64)a[l] + b[l] + carry;
      ((uint64_t *)DL_EM_REG(warp, o[0].slot))[l] = (uint64_t)wide;
      out = (uint32_t)(wide >> 64) & 1;
    } else {
      const uint32_t *a = DL_EM_REG(warp, o[1].slot);
      const uint32_t *b = DL_EM_REG(warp, o[2].slot);
      uint64_t wide = is_sub ? (uint64_t)a[l] - b[l] - carry
                             : (uint64_t)a[l] + b[l] + carry;
      ((uint32_t *)DL_EM_REG(warp, o[0].slot))[l] = (uint32_t)wide;
      out = (uint32_t)(wide >> 32) & 1;
    }
    if (dl_em_has(insn, DL_EM_W_cc))
      warp->carry = (warp->carry & ~((uint32_t)1 << l)) | out << l;
  }
  return DL_EM_NEXT;
}
