// cvt: between all integer and float types, with one rounding.
#include "runtime/emulate/formats.h"
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/numbers.h"

#include <fenv.h>
#include <math.h>

// A source lane: an integer as its 64-bit extension, or a float.
typedef struct number {
  bool is_float, is_signed;
  uint64_t integer;
  double value;
} number;

static number read_number(dl_em_word type, const uint8_t *lane) {
  const dl_em_word_info *info = dl_em_word_of(type);
  number out = {.is_float = info->kind == 'F', .is_signed = info->kind == 'S'};
  uint64_t bits = 0;
  memcpy(&bits, lane, info->bytes);
  if (type == DL_EM_W_f64) {
    out.value = dl_em_double(bits);
  } else if (type == DL_EM_W_f32) {
    out.value = (double)dl_em_float((uint32_t)bits);
  } else if (out.is_float) {
    out.value = dl_em_decode(dl_em_format_of(type), (uint32_t)bits);
  } else {
    if (out.is_signed && bits >> (8 * info->bytes - 1) && info->bytes < 8)
      bits |= ~(uint64_t)0 << (8 * info->bytes);
    out.integer = bits;
  }
  return out;
}

static dl_em_rounding rounding_of(const dl_em_insn *insn) {
  if (dl_em_has(insn, DL_EM_W_rz) || dl_em_has(insn, DL_EM_W_rzi))
    return DL_EM_ROUND_ZERO;
  if (dl_em_has(insn, DL_EM_W_rm) || dl_em_has(insn, DL_EM_W_rmi))
    return DL_EM_ROUND_DOWN;
  if (dl_em_has(insn, DL_EM_W_rp) || dl_em_has(insn, DL_EM_W_rpi))
    return DL_EM_ROUND_UP;
  return dl_em_has(insn, DL_EM_W_rna) ? DL_EM_ROUND_AWAY : DL_EM_ROUND_EVEN;
}

static double to_integral(double value, dl_em_rounding rounding) {
  switch (rounding) {
  case DL_EM_ROUND_ZERO:
    return trunc(value);
  case DL_EM_ROUND_DOWN:
    return floor(value);
  case DL_EM_ROUND_UP:
    return ceil(value);
  default:
    return rint(value);
  }
}

// PTX ISA, cvt: out of range clamps; NaN gives 0, or the top bit alone where
// f64 or a 64-bit integer takes part.
static uint64_t float_to_integer(const dl_em_insn *insn, double value,
                                 dl_em_word to, dl_em_word from) {
  const dl_em_word_info *info = dl_em_word_of(to);
  uint32_t bits = 8u * info->bytes;
  bool is_signed = info->kind == 'S';
  if (isnan(value))
    return from == DL_EM_W_f64 || bits == 64 ? (uint64_t)1 << (bits - 1) : 0;
  value = to_integral(value, rounding_of(insn));
  double beyond = ldexp(1.0, (int)bits - is_signed);
  if (value >= beyond)
    return is_signed ? ((uint64_t)1 << (bits - 1)) - 1
                     : UINT64_MAX >> (64 - bits);
  if (is_signed)
    return value < -beyond ? (uint64_t)1 << (bits - 1)
                           : (uint64_t)(int64_t)value;
  return value <= 0.0 ? 0 : (uint64_t)value;
}

static uint64_t integer_to_integer(number n, dl_em_word to, bool is_saturated) {
  const dl_em_word_info *info = dl_em_word_of(to);
  if (!is_saturated)
    return n.integer;
  uint32_t bits = 8u * info->bytes;
  bool is_signed = info->kind == 'S';
  bool is_negative = n.is_signed && (int64_t)n.integer < 0;
  uint64_t most = UINT64_MAX >> (64 - bits + is_signed);
  if (!is_negative)
    return n.integer > most ? most : n.integer;
  if (!is_signed)
    return 0;
  int64_t least = -(int64_t)most - 1;
  return (int64_t)n.integer < least ? (uint64_t)least : n.integer;
}

// An integer as a double that further rounding cannot tell from it: to odd.
static double integer_to_odd(number n) {
  bool is_negative = n.is_signed && (int64_t)n.integer < 0;
  uint64_t size = is_negative ? 0 - n.integer : n.integer;
  int shift = size >> 53 ? 64 - 53 - __builtin_clzll(size) : 0;
  uint64_t lost = size & (((uint64_t)1 << shift) - 1);
  double value = ldexp((double)((size >> shift) | (lost != 0)), shift);
  return is_negative ? -value : value;
}

static double integer_to_double(number n, dl_em_rounding rounding) {
  static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                              FE_UPWARD};
  volatile uint64_t integer = n.integer; // not moved out of the mode
  fesetround(modes[rounding]);
  volatile double value =
      n.is_signed ? (double)(int64_t)integer : (double)integer;
  fesetround(FE_TONEAREST);
  return value;
}

static bool is_integral(const dl_em_insn *insn) {
  return dl_em_has(insn, DL_EM_W_rni) || dl_em_has(insn, DL_EM_W_rzi) ||
         dl_em_has(insn, DL_EM_W_rmi) || dl_em_has(insn, DL_EM_W_rpi);
}

// .sat and .relu of float results.
static double clamp(const dl_em_insn *insn, double value) {
  if (dl_em_has(insn, DL_EM_W_sat))
    return value > 0.0 ? value < 1.0 ? value : 1.0 : 0.0;
  if (dl_em_has(insn, DL_EM_W_relu) && !(value > 0.0) && value == value)
    return 0.0;
  return value;
}

static double flush(double value) {
  return fabs(value) < 0x1p-126 ? copysign(0.0, value) : value;
}

static uint64_t number_to_float(const dl_em_insn *insn, number n, dl_em_word to,
                                dl_em_word from) {
  dl_em_rounding rounding = rounding_of(insn);
  bool is_flushed = dl_em_has(insn, DL_EM_W_ftz);
  if (!n.is_float)
    n.value =
        to == DL_EM_W_f64 ? integer_to_double(n, rounding) : integer_to_odd(n);
  if (is_flushed && from == DL_EM_W_f32)
    n.value = flush(n.value);
  if (n.is_float && is_integral(insn))
    n.value = to_integral(n.value, rounding);
  n.value = clamp(insn, n.value);
  if (to == DL_EM_W_f64)
    return dl_em_bits64(n.value);
  uint32_t bits = dl_em_encode(dl_em_format_of(to), n.value, rounding,
                               dl_em_has(insn, DL_EM_W_satfinite));
  return is_flushed && to == DL_EM_W_f32 ? dl_em_flush(bits) : bits;
}

static uint64_t convert(const dl_em_insn *insn, const uint8_t *lane) {
  dl_em_word to = (dl_em_word)insn->type[0], from = (dl_em_word)insn->type[1];
  number n = read_number(from, lane);
  if (dl_em_word_of(to)->kind == 'F')
    return number_to_float(insn, n, to, from);
  if (!n.is_float)
    return integer_to_integer(n, to, dl_em_has(insn, DL_EM_W_sat));
  bool is_flushed = dl_em_has(insn, DL_EM_W_ftz) && from == DL_EM_W_f32;
  return float_to_integer(insn, is_flushed ? flush(n.value) : n.value, to,
                          from);
}

// Extended to the register's width by the destination type.
static uint64_t extend(uint64_t value, dl_em_word type) {
  const dl_em_word_info *info = dl_em_word_of(type);
  uint32_t unused = 64 - 8u * info->bytes;
  value <<= unused;
  return info->kind == 'S' ? (uint64_t)((int64_t)value >> unused)
                           : value >> unused;
}

// The conversions of inner loops, without a case for each lane. False if this
// is none of them.
static bool convert_fast(const dl_em_insn *insn, const void *source,
                         void *result) {
  dl_em_word to = (dl_em_word)insn->type[0], from = (dl_em_word)insn->type[1];
  const dl_em_operand *o = insn->operands;
  bool is_plain =
      !dl_em_has(insn, DL_EM_W_ftz) && !dl_em_has(insn, DL_EM_W_sat) &&
      !dl_em_has(insn, DL_EM_W_satfinite) && !dl_em_has(insn, DL_EM_W_relu) &&
      !is_integral(insn) && rounding_of(insn) == DL_EM_ROUND_EVEN;
  if (!is_plain || o[0].bytes != dl_em_word_of(to)->bytes ||
      o[1].bytes != dl_em_word_of(from)->bytes)
    return false;
#define FAST(to_id, R, from_id, T, call)                                       \
  if (to == DL_EM_W_##to_id && from == DL_EM_W_##from_id) {                    \
    R *r = result;                                                             \
    const T *a = source;                                                       \
    DL_EM_FOR_LANES(DL_EM_LANES) { r[l] = call(a[l]); }                        \
    return true;                                                               \
  }
  FAST(f32, float, s32, int32_t, (float))
  FAST(f32, float, u32, uint32_t, (float))
  FAST(f32, float, bf16, uint16_t, dl_em_from_bf16)
  FAST(f16, uint16_t, f32, float, dl_em_to_f16)
  FAST(bf16, uint16_t, f32, float, dl_em_to_bf16)
  FAST(s64, int64_t, s32, int32_t, (int64_t))
  FAST(u64, uint64_t, u32, uint32_t, (uint64_t))
  FAST(u32, uint32_t, u64, uint64_t, (uint32_t))
  FAST(u32, uint32_t, u16, uint16_t, (uint32_t))
  FAST(s32, int32_t, s16, int16_t, (int32_t))
  FAST(u16, uint16_t, u32, uint32_t, (uint16_t))
#undef FAST
  if (to == DL_EM_W_f32 && from == DL_EM_W_f16) {
    float *r = result;
    const uint16_t *a = source;
    DL_EM_FOR_LANES(DL_EM_LANES) {
      r[l] = dl_em_canonical(dl_em_from_f16(a[l]));
    }
    return true;
  }
  return false;
}

dl_em_next dl_em_do_cvt(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  const uint8_t *source = DL_EM_REG(warp, o[1].slot);
  uint64_t result[DL_EM_LANES];
  if (convert_fast(insn, source, result)) {
    dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, o[0].bytes);
    return DL_EM_NEXT;
  }
  uint8_t *target = DL_EM_REG(warp, o[0].slot);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t value = extend(convert(insn, source + l * o[1].bytes),
                            (dl_em_word)insn->type[0]);
    memcpy(target + l * o[0].bytes, &value, o[0].bytes);
  }
  return DL_EM_NEXT;
}

// d = {a, b} as two narrow floats; a is the upper one.
dl_em_next dl_em_do_cvt_pack(dl_em_warp *warp, const dl_em_insn *insn,
                             uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  dl_em_word to = (dl_em_word)insn->type[0];
  const float *high = DL_EM_REG(warp, o[1].slot);
  const float *low = DL_EM_REG(warp, o[2].slot);
  uint32_t part = 4u * dl_em_word_of(to)->bytes; // bits of a half
  uint8_t *target = DL_EM_REG(warp, o[0].slot);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    number a = {.is_float = true, .value = (double)high[l]};
    number b = {.is_float = true, .value = (double)low[l]};
    uint64_t value = number_to_float(insn, a, to, DL_EM_W_f32) << part |
                     number_to_float(insn, b, to, DL_EM_W_f32);
    memset(target + l * o[0].bytes, 0, o[0].bytes);
    memcpy(target + l * o[0].bytes, &value, dl_em_word_of(to)->bytes);
  }
  return DL_EM_NEXT;
}

// Two narrow floats to two others.
dl_em_next dl_em_do_cvt_packed(dl_em_warp *warp, const dl_em_insn *insn,
                               uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  dl_em_word to = (dl_em_word)insn->type[0], from = (dl_em_word)insn->type[1];
  uint32_t to_bytes = dl_em_word_of(to)->bytes;
  uint32_t from_bytes = dl_em_word_of(from)->bytes;
  const uint8_t *source = DL_EM_REG(warp, o[1].slot);
  uint8_t *target = DL_EM_REG(warp, o[0].slot);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t value = 0;
    for (uint32_t i = 0; i < 2; ++i) {
      uint32_t bits = 0;
      memcpy(&bits, source + l * o[1].bytes + i * from_bytes / 2,
             from_bytes / 2);
      number n = {.is_float = true,
                  .value = dl_em_decode(dl_em_format_of(from), bits)};
      value |= number_to_float(insn, n, to, from) << (i * 4 * to_bytes);
    }
    memset(target + l * o[0].bytes, 0, o[0].bytes);
    memcpy(target + l * o[0].bytes, &value, to_bytes);
  }
  return DL_EM_NEXT;
}
