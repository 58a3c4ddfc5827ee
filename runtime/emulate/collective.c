// What the lanes of a warp do together: shuffles, votes, matches, reductions.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/numbers.h"

// The lanes of a .sync instruction: all that its member mask names come
// together. False: not yet, or (reported) a lane executes it that the mask
// does not name.
static bool gather(dl_em_warp *warp, const dl_em_insn *insn, uint32_t mask,
                   const dl_em_operand *members, uint32_t *together) {
  const uint32_t *lanes = DL_EM_REG(warp, members->slot);
  uint32_t wanted = lanes[__builtin_ctz(mask)];
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    if (!(lanes[lane] >> lane & 1))
      dl_em_note(warp, insn, NULL, DL_EM_REPORT_DIVERGENCE, lane,
                 "the member mask 0x%08x does not name the lane itself",
                 lanes[lane]);
    else if (lanes[lane] != wanted)
      dl_em_note(warp, insn, NULL, DL_EM_REPORT_DIVERGENCE, lane,
                 "member masks 0x%08x and 0x%08x in one warp", wanted,
                 lanes[lane]);
  }
  return dl_em_warp_gather(warp, insn, mask, wanted, together);
}

// PTX ISA, shfl: the source lane of lane l, and whether it is in range.
static uint32_t source_lane(const dl_em_insn *insn, uint32_t l, uint32_t b,
                            uint32_t c, bool *is_in) {
  uint32_t clamp = c & 31, segment = c >> 8 & 31;
  uint32_t most = (l & segment) | (clamp & ~segment), least = l & segment;
  uint32_t value = b & 31, j;
  if (dl_em_has(insn, DL_EM_W_up)) {
    *is_in = (int32_t)(l - value) >= (int32_t)most;
    j = l - value;
  } else if (dl_em_has(insn, DL_EM_W_down)) {
    j = l + value;
    *is_in = j <= most;
  } else if (dl_em_has(insn, DL_EM_W_bfly)) {
    j = l ^ value;
    *is_in = j <= most;
  } else {
    j = least | (value & ~segment);
    *is_in = j <= most;
  }
  return *is_in ? j & 31 : l;
}

dl_em_next dl_em_do_shfl(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  const dl_em_operand *o = insn->operands; // d, p, a, b, c, members
  if (!gather(warp, insn, mask, &o[5], &mask))
    return DL_EM_BLOCK;
  const uint32_t *a = DL_EM_REG(warp, o[2].slot);
  const uint32_t *b = DL_EM_REG(warp, o[3].slot);
  const uint32_t *c = DL_EM_REG(warp, o[4].slot);
  uint32_t result[DL_EM_LANES], in_range = 0;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    bool is_in;
    uint32_t j = source_lane(insn, l, b[l], c[l], &is_in);
    if (is_in && !(mask >> j & 1))
      dl_em_note(warp, insn, NULL, DL_EM_REPORT_DIVERGENCE, l,
                 "shuffles from lane %u, which takes no part (lanes 0x%08x)", j,
                 mask);
    result[l] = mask >> j & 1 ? a[j] : UINT32_MAX;
    in_range |= (uint32_t)is_in << l;
  }
  dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, 4);
  dl_em_set_predicate(warp, &o[1], in_range, mask);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_vote(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  if (!gather(warp, insn, mask, &o[2], &mask))
    return DL_EM_BLOCK;
  uint32_t votes = dl_em_predicate(warp, &o[1]) & mask;
  if (dl_em_has(insn, DL_EM_W_ballot)) {
    uint32_t result[DL_EM_LANES];
    for (int l = 0; l < DL_EM_LANES; ++l)
      result[l] = votes;
    dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, 4);
    return DL_EM_NEXT;
  }
  bool value = dl_em_has(insn, DL_EM_W_all)   ? votes == mask
               : dl_em_has(insn, DL_EM_W_any) ? votes != 0
                                              : votes == mask || votes == 0;
  dl_em_set_predicate(warp, &o[0], value ? UINT32_MAX : 0, mask);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_match(dl_em_warp *warp, const dl_em_insn *insn,
                          uint32_t mask) {
  bool is_all = dl_em_has(insn, DL_EM_W_all);
  const dl_em_operand *o = insn->operands;
  const dl_em_operand *value = &o[is_all ? 2 : 1];
  if (!gather(warp, insn, mask, value + 1, &mask))
    return DL_EM_BLOCK;
  const uint8_t *a = DL_EM_REG(warp, value->slot);
  uint32_t result[DL_EM_LANES], everyone = UINT32_MAX;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    result[l] = 0;
    for (uint32_t k = mask; k; k &= k - 1) {
      uint32_t j = (uint32_t)__builtin_ctz(k);
      if (memcmp(a + l * value->bytes, a + j * value->bytes, value->bytes) == 0)
        result[l] |= (uint32_t)1 << j;
    }
    everyone &= result[l] == mask ? UINT32_MAX : 0;
  }
  for (int l = 0; is_all && l < DL_EM_LANES; ++l)
    result[l] = everyone & mask;
  dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, 4);
  if (is_all)
    dl_em_set_predicate(warp, &o[1], everyone, mask);
  return DL_EM_NEXT;
}

static uint32_t reduce_integers(const dl_em_insn *insn, uint32_t x,
                                uint32_t y) {
  bool is_signed = insn->type[0] == DL_EM_W_s32;
  bool is_less = is_signed ? (int32_t)x < (int32_t)y : x < y;
  if (dl_em_has(insn, DL_EM_W_add))
    return x + y;
  if (dl_em_has(insn, DL_EM_W_and))
    return x & y;
  if (dl_em_has(insn, DL_EM_W_or))
    return x | y;
  if (dl_em_has(insn, DL_EM_W_xor))
    return x ^ y;
  return is_less == dl_em_has(insn, DL_EM_W_min) ? x : y;
}

static uint32_t reduce_floats(const dl_em_insn *insn, uint32_t x, uint32_t y) {
  if (dl_em_has(insn, DL_EM_W_abs)) {
    x &= 0x7FFFFFFF;
    y &= 0x7FFFFFFF;
  }
  bool is_nan_x = (x & 0x7FFFFFFF) > 0x7F800000;
  bool is_nan_y = (y & 0x7FFFFFFF) > 0x7F800000;
  if (is_nan_x || is_nan_y)
    return dl_em_has(insn, DL_EM_W_NaN) || (is_nan_x && is_nan_y) ? 0x7FFFFFFF
           : is_nan_x                                             ? y
                                                                  : x;
  // -0 is less than +0, so their bits as signed magnitudes order them.
  int64_t order_x = x & 0x80000000 ? -(int64_t)(x & 0x7FFFFFFF) - 1 : x;
  int64_t order_y = y & 0x80000000 ? -(int64_t)(y & 0x7FFFFFFF) - 1 : y;
  return (order_x < order_y) == dl_em_has(insn, DL_EM_W_min) ? x : y;
}

dl_em_next dl_em_do_redux(dl_em_warp *warp, const dl_em_insn *insn,
                          uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  if (!gather(warp, insn, mask, &o[2], &mask))
    return DL_EM_BLOCK;
  const uint32_t *a = DL_EM_REG(warp, o[1].slot);
  bool is_float = insn->type[0] == DL_EM_W_f32;
  uint32_t total = a[__builtin_ctz(mask)], result[DL_EM_LANES];
  if (is_float)
    total = reduce_floats(insn, total, total);
  for (uint32_t m = mask & (mask - 1); m; m &= m - 1) {
    uint32_t value = a[__builtin_ctz(m)];
    total = is_float ? reduce_floats(insn, total, value)
                     : reduce_integers(insn, total, value);
  }
  for (int l = 0; l < DL_EM_LANES; ++l)
    result[l] = total;
  dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, 4);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_activemask(dl_em_warp *warp, const dl_em_insn *insn,
                               uint32_t mask) {
  uint32_t result[DL_EM_LANES];
  for (int l = 0; l < DL_EM_LANES; ++l)
    result[l] = mask;
  dl_em_blend(DL_EM_REG(warp, insn->operands[0].slot), result, mask, 4);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_elect(dl_em_warp *warp, const dl_em_insn *insn,
                          uint32_t mask) {
  const dl_em_operand *o = insn->operands; // d, p, members
  if (!gather(warp, insn, mask, &o[2], &mask))
    return DL_EM_BLOCK;
  uint32_t leader = (uint32_t)__builtin_ctz(mask), result[DL_EM_LANES];
  for (int l = 0; l < DL_EM_LANES; ++l)
    result[l] = leader;
  dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, 4);
  dl_em_set_predicate(warp, &o[1], (uint32_t)1 << leader, mask);
  return DL_EM_NEXT;
}
