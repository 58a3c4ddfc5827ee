// sin, cos and tan of f32 and f64: the quarter turns taken off, then series.
//
// |x| = q * pi / 2 + r, |r| <= pi / 4. Up to a limit r comes from a pi / 2 of
// three parts, with fused multiply-adds; beyond it, in a branch that few
// threads take, from the bits of 2 / pi that matter for x, in integers (Payne
// and Hanek).
#include <math.h>

#include "lowering/kernel/ir.h"
#include "lowering/ptx/float_math.h"
#include "lowering/ptx/series.h"

struct turn {
  MlirValue rest;    ///< r
  MlirValue quarter; ///< q modulo 4 in the last bits, an integer as wide
};

static struct turn reduced(const dl_builder *bld, MlirValue size) {
  static const double f32[] = {0x1.921fb6p+0, -0x1.777a5cp-25, -0x1.ee59dap-50};
  static const double f64[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                               -0x1.f1976b7ed8fbcp-110};
  MlirValue two_by_pi = dl_real(bld, size, 0x1.45f306dc9c883p-1);
  MlirValue q = dl_nearest(bld, dl_mul(bld, size, two_by_pi));
  MlirValue minus = dl_negated(bld, q), rest = size;
  for (int i = 0; i < 3; ++i)
    rest = dl_fma(bld, minus, dl_real_of(bld, size, f32[i], f64[i]), rest);
  return (struct turn){rest, dl_to_whole(bld, q)};
}

// 2 / pi behind as many zeros as a word has bits: word i of `width` bits.
static int64_t two_by_pi_word(int i, int width) {
  static const uint64_t bits[] = {
      0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
      0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
      0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
      0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
      0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
      0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
      0x56033046fc7b6bab};
  if (i == 0)
    return 0;
  if (width == 64)
    return (int64_t)bits[i - 1];
  uint64_t pair = bits[(i - 1) / 2];
  return (int32_t)(uint32_t)((i - 1) % 2 ? pair : pair >> 32);
}

static MlirValue joined(const dl_builder *bld, MlirValue high, MlirValue low,
                        MlirValue shift) {
  const MlirValue operands[] = {high, low, shift};
  return dl_llvm_intrinsic(bld, "llvm.fshl", 3, operands);
}

enum { N_WORDS = 3 };

/// Three words of 2 / pi from bit `start` of it on, the highest first.
static void window(const dl_builder *bld, MlirValue start, int width,
                   MlirValue *words) {
  // Of the words that the largest exponent starts in: five, or seventeen.
  int n_starts = width == 64 ? 17 : 5;
  int log2_width = width == 64 ? 6 : 5;
  MlirValue at = dl_shift_right(bld, start, log2_width, true);
  MlirValue shift = dl_arith_andi(bld, start, dl_whole(bld, start, width - 1));
  MlirValue raw[N_WORDS + 1];
  for (int j = 0; j <= N_WORDS; ++j)
    raw[j] = dl_whole(bld, start, two_by_pi_word(j, width));
  for (int i = 1; i < n_starts; ++i) {
    MlirValue is_here = dl_equals(bld, at, i);
    for (int j = 0; j <= N_WORDS; ++j)
      raw[j] =
          dl_pick(bld, is_here,
                  dl_whole(bld, start, two_by_pi_word(i + j, width)), raw[j]);
  }
  for (int j = 0; j < N_WORDS; ++j)
    words[j] = joined(bld, raw[j], raw[j + 1], shift);
}

/// For numbers from 2^16 (f32), 2^20 (f64) on; NaN of infinity.
static struct turn reduced_in_integers(const dl_builder *bld, MlirValue size) {
  int width = dl_is_double(size) ? 64 : 32, kept = dl_mantissa_bits(size);
  MlirValue bits = dl_bits(bld, size), words[N_WORDS];
  // size = mantissa * 2^exponent.
  MlirValue mantissa = dl_arith_ori(
      bld,
      dl_arith_andi(bld, bits, dl_whole(bld, bits, ((int64_t)1 << kept) - 1)),
      dl_whole(bld, bits, (int64_t)1 << kept));
  MlirValue exponent = dl_sub(bld, dl_shift_right(bld, bits, kept, true),
                              dl_whole(bld, bits, dl_bias(size) + kept));
  // The first bit whose product is less than four whole quarters.
  window(bld, dl_add(bld, exponent, dl_whole(bld, bits, width - 2)), width,
         words);
  // The product's two upper words of three: two bits of quarters, a fraction.
  MlirOperation last = dl_arith_mului_extended(bld, mantissa, words[2]);
  MlirOperation middle = dl_arith_mului_extended(bld, mantissa, words[1]);
  MlirValue low = dl_add(bld, dl_result(middle, 0), dl_result(last, 1));
  MlirValue carry =
      dl_arith_extui(bld, mlirValueGetType(bits),
                     dl_below_unsigned(bld, low, dl_result(middle, 0)));
  MlirValue high = dl_add(bld, dl_mul(bld, mantissa, words[0]),
                          dl_add(bld, dl_result(middle, 1), carry));
  MlirValue half = dl_whole(bld, high, (int64_t)((uint64_t)1 << (width - 3)));
  MlirValue quarter =
      dl_shift_right(bld, dl_add(bld, high, half), width - 2, true);
  high = dl_sub(bld, high, dl_shift_left(bld, quarter, width - 2));
  // Signed; its upper part is exact as a float, the rest loses what is small.
  int part = width / 4;
  MlirValue upper =
      dl_mul(bld, dl_from_whole(bld, dl_shift_right(bld, high, part, false)),
             dl_real(bld, size, ldexp(1.0, part)));
  MlirValue rest = joined(bld, high, low, dl_whole(bld, high, width - part));
  MlirValue lower =
      dl_mul(bld, dl_arith_uitofp(bld, mlirValueGetType(size), rest),
             dl_real(bld, size, ldexp(1.0, part - width)));
  dl_pair sum = dl_pair_sum(bld, upper, lower);
  double unit = ldexp(1.0, 2 - width);
  MlirValue high_pi =
      dl_real_of(bld, size, 0x1.921fb6p+0 * unit, 0x1.921fb54442d18p+0 * unit);
  MlirValue low_pi = dl_real_of(bld, size, -0x1.777a5cp-25 * unit,
                                0x1.1a62633145c07p-54 * unit);
  MlirValue correction =
      dl_fma(bld, sum.low, high_pi, dl_mul(bld, sum.high, low_pi));
  MlirValue value = dl_fma(bld, sum.high, high_pi, correction);
  value = dl_pick(bld, dl_is_below(bld, size, INFINITY), value,
                  dl_real(bld, size, NAN));
  return (struct turn){value, quarter};
}

static struct turn turn_of(const dl_builder *bld, MlirValue size) {
  bool is_double = dl_is_double(size);
  MlirValue is_large =
      dl_compares(bld, DL_GREATER_EQUAL, size, is_double ? 0x1p20 : 0x1p16);
  const MlirType types[] = {mlirValueGetType(size),
                            mlirValueGetType(dl_bits(bld, size))};
  dl_region_op branch = dl_choice_open(bld, is_large, 2, types);
  struct turn turn = reduced_in_integers(bld, size);
  const MlirValue large[] = {turn.rest, turn.quarter};
  dl_choice_else(bld, &branch, 2, large);
  turn = reduced(bld, size);
  const MlirValue small[] = {turn.rest, turn.quarter};
  dl_choice_close(bld, &branch, 2, small);
  return (struct turn){dl_result(branch.op, 0), dl_result(branch.op, 1)};
}

static MlirValue sine_of_rest(const dl_builder *bld, MlirValue r) {
  MlirValue z = dl_mul(bld, r, r);
  MlirValue tail = dl_mul(bld, dl_series_at(bld, &dl_sine_series, z), z);
  return dl_fma(bld, tail, r, r);
}

static MlirValue cosine_of_rest(const dl_builder *bld, MlirValue r) {
  MlirValue z = dl_mul(bld, r, r);
  MlirValue tail = dl_fma(bld, dl_series_at(bld, &dl_cosine_series, z), z,
                          dl_real(bld, r, -0.5));
  return dl_fma(bld, tail, z, dl_real(bld, r, 1.0));
}

static MlirValue has_bit(const dl_builder *bld, MlirValue bits, int64_t mask) {
  MlirValue bit = dl_arith_andi(bld, bits, dl_whole(bld, bits, mask));
  return dl_equals(bld, bit, (double)mask);
}

/// A sine of the turn, `ahead` quarters on.
static MlirValue wave(const dl_builder *bld, struct turn turn, MlirValue sine,
                      MlirValue cosine, int ahead) {
  MlirValue quarter =
      dl_add(bld, turn.quarter, dl_whole(bld, turn.quarter, ahead));
  MlirValue value = dl_pick(bld, has_bit(bld, quarter, 1), cosine, sine);
  return dl_negated_if(bld, has_bit(bld, quarter, 2), value);
}

void dl_real_sincos(const dl_builder *bld, MlirValue x, MlirValue *sine,
                    MlirValue *cosine) {
  struct turn turn = turn_of(bld, dl_absolute(bld, x));
  MlirValue s = sine_of_rest(bld, turn.rest);
  MlirValue c = cosine_of_rest(bld, turn.rest);
  *sine = dl_negated_if(bld, dl_has_sign(bld, x), wave(bld, turn, s, c, 0));
  *cosine = wave(bld, turn, s, c, 1);
}

MlirValue dl_real_sin(const dl_builder *bld, MlirValue x) {
  MlirValue sine, cosine;
  dl_real_sincos(bld, x, &sine, &cosine);
  return sine;
}

MlirValue dl_real_cos(const dl_builder *bld, MlirValue x) {
  MlirValue sine, cosine;
  dl_real_sincos(bld, x, &sine, &cosine);
  return cosine;
}

MlirValue dl_real_tan(const dl_builder *bld, MlirValue x) {
  struct turn turn = turn_of(bld, dl_absolute(bld, x));
  MlirValue s = sine_of_rest(bld, turn.rest);
  MlirValue c = cosine_of_rest(bld, turn.rest);
  MlirValue is_odd = has_bit(bld, turn.quarter, 1);
  MlirValue value = dl_div(bld, dl_pick(bld, is_odd, dl_negated(bld, c), s),
                           dl_pick(bld, is_odd, s, c));
  return dl_negated_if(bld, dl_has_sign(bld, x), value);
}
