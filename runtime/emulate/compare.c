// setp and set: lane comparisons and what the words make of them.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/numbers.h"

#define COMPARE(name, T, convert, is_unordered)                                \
  dl_em_order dl_em_compare_##name(const void *left, const void *right,        \
                                   uint32_t stride, uint32_t offset) {         \
    const T *a = (const T *)left + offset, *b = (const T *)right + offset;     \
    uint32_t less = 0, equal = 0, unordered = 0;                               \
    for (uint32_t l = 0; l < DL_EM_LANES; ++l) {                               \
      __typeof__(convert(*a)) x = convert(a[l * stride]);                      \
      __typeof__(convert(*b)) y = convert(b[l * stride]);                      \
      less |= (uint32_t)(x < y) << l;                                          \
      equal |= (uint32_t)(x == y) << l;                                        \
      unordered |= (uint32_t)(is_unordered) << l;                              \
    }                                                                          \
    return (dl_em_order){less, equal, unordered};                              \
  }
#define SAME(x) (x)
COMPARE(s16, int16_t, SAME, 0)
COMPARE(u16, uint16_t, SAME, 0)
COMPARE(s32, int32_t, SAME, 0)
COMPARE(u32, uint32_t, SAME, 0)
COMPARE(s64, int64_t, SAME, 0)
COMPARE(u64, uint64_t, SAME, 0)
COMPARE(f32, float, SAME, x != x || y != y)
COMPARE(f64, double, SAME, x != x || y != y)
COMPARE(f16, uint16_t, dl_em_from_f16, x != x || y != y)
COMPARE(bf16, uint16_t, dl_em_from_bf16, x != x || y != y)

// Lanes for which the instruction's comparison holds.
static uint32_t holds(const dl_em_insn *insn, dl_em_order o) {
  uint32_t greater = ~(o.less | o.equal | o.unordered);
  static const struct {
    uint8_t word;
    bool less, equal, greater, unordered;
  } comparisons[] = {
      {DL_EM_W_eq, 0, 1, 0, 0},  {DL_EM_W_ne, 1, 0, 1, 0},
      {DL_EM_W_lt, 1, 0, 0, 0},  {DL_EM_W_le, 1, 1, 0, 0},
      {DL_EM_W_gt, 0, 0, 1, 0},  {DL_EM_W_ge, 0, 1, 1, 0},
      {DL_EM_W_lo, 1, 0, 0, 0},  {DL_EM_W_ls, 1, 1, 0, 0},
      {DL_EM_W_hi, 0, 0, 1, 0},  {DL_EM_W_hs, 0, 1, 1, 0},
      {DL_EM_W_equ, 0, 1, 0, 1}, {DL_EM_W_neu, 1, 0, 1, 1},
      {DL_EM_W_ltu, 1, 0, 0, 1}, {DL_EM_W_leu, 1, 1, 0, 1},
      {DL_EM_W_gtu, 0, 0, 1, 1}, {DL_EM_W_geu, 0, 1, 1, 1},
      {DL_EM_W_num, 1, 1, 1, 0}, {DL_EM_W_nan, 0, 0, 0, 1},
  };
  for (size_t i = 0; i < sizeof(comparisons) / sizeof(comparisons[0]); ++i) {
    if (!dl_em_has(insn, (dl_em_word)comparisons[i].word))
      continue;
    return (comparisons[i].less ? o.less : 0) |
           (comparisons[i].equal ? o.equal : 0) |
           (comparisons[i].greater ? greater : 0) |
           (comparisons[i].unordered ? o.unordered : 0);
  }
  return 0;
}

static uint32_t combine(const dl_em_insn *insn, uint32_t value,
                        uint32_t other) {
  if (dl_em_has(insn, DL_EM_W_and))
    return value & other;
  if (dl_em_has(insn, DL_EM_W_or))
    return value | other;
  return dl_em_has(insn, DL_EM_W_xor) ? value ^ other : value;
}

// What `set` writes where the comparison holds, by destination type.
static uint32_t truth(dl_em_word type) {
  switch (type) {
  case DL_EM_W_f32:
    return 0x3F800000;
  case DL_EM_W_f16:
    return 0x3C00;
  case DL_EM_W_bf16:
    return 0x3F80;
  case DL_EM_W_f16x2:
    return 0x3C003C00;
  case DL_EM_W_bf16x2:
    return 0x3F803F80;
  default:
    return UINT32_MAX;
  }
}

static void store_set(dl_em_warp *warp, const dl_em_insn *insn, uint32_t mask,
                      uint32_t low, uint32_t high) {
  const dl_em_operand *to = &insn->operands[0];
  uint32_t value = truth((dl_em_word)insn->type[0]);
  uint32_t wide[DL_EM_LANES];
  uint16_t narrow[DL_EM_LANES];
  for (int l = 0; l < DL_EM_LANES; ++l) {
    wide[l] = (low >> l & 1 ? value & 0xFFFF : 0) |
              (high >> l & 1 ? value & 0xFFFF0000 : 0);
    narrow[l] = (uint16_t)wide[l];
  }
  dl_em_blend(DL_EM_REG(warp, to->slot),
              to->bytes == 2 ? (const void *)narrow : wide, mask, to->bytes);
}

// The two sources, flushed if the instruction says so.
static const void *source_of(const dl_em_warp *warp, const dl_em_insn *insn,
                             const dl_em_operand *operand, uint32_t *flushed) {
  const void *source = DL_EM_REG(warp, operand->slot);
  if (!dl_em_has(insn, DL_EM_W_ftz) || operand->bytes == 8)
    return source;
  memcpy(flushed, source, (size_t)operand->bytes * DL_EM_LANES);
  if (insn->type[insn->n_types - 1] == DL_EM_W_f32) {
    for (int l = 0; l < DL_EM_LANES; ++l)
      flushed[l] = dl_em_flush(flushed[l]);
    return flushed;
  }
  uint16_t *halves = (uint16_t *)flushed;
  for (uint32_t l = 0; l < operand->bytes / 2u * DL_EM_LANES; ++l)
    if ((halves[l] & 0x7C00) == 0)
      halves[l] &= 0x8000;
  return flushed;
}

dl_em_next dl_em_do_compare(dl_em_warp *warp, const dl_em_insn *insn,
                            uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  bool is_setp = dl_em_row_of(insn->row)->base[3] == 'p';
  const dl_em_operand *sources = o + (is_setp ? 2 : 1);
  dl_em_word type = (dl_em_word)insn->type[insn->n_types - 1];
  bool is_packed = type == DL_EM_W_f16x2 || type == DL_EM_W_bf16x2;
  dl_em_compare_fn *compare = (dl_em_compare_fn *)insn->lanes;
  uint32_t flushed[2][DL_EM_LANES];
  const void *a = source_of(warp, insn, &sources[0], flushed[0]);
  const void *b = source_of(warp, insn, &sources[1], flushed[1]);
  uint32_t other = dl_em_predicate(warp, &sources[2]);
  uint32_t low = holds(insn, compare(a, b, is_packed ? 2 : 1, 0));
  uint32_t second = ~low;
  if (is_packed)
    second = holds(insn, compare(a, b, 2, 1));
  uint32_t p = combine(insn, low, other), q = combine(insn, second, other);
  if (!is_setp) {
    store_set(warp, insn, mask, p, is_packed ? q : p);
    return DL_EM_NEXT;
  }
  dl_em_set_predicate(warp, &o[0], p, mask);
  dl_em_set_predicate(warp, &o[1], q, mask);
  return DL_EM_NEXT;
}
