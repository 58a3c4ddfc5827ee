// ld, st, prefetch, and the conversion of addresses.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/race.h"

#include <string.h>

void dl_em_blend(void *target, const void *source, uint32_t mask,
                 uint32_t bytes) {
  uint8_t *to = target;
  const uint8_t *from = source;
  if (mask == UINT32_MAX) {
    memcpy(to, from, (size_t)bytes * DL_EM_LANES);
    return;
  }
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    memcpy(to + lane * bytes, from + lane * bytes, bytes);
  }
}

static dl_em_slot slot_of(const dl_em_operand *data, uint32_t element) {
  return data->kind == DL_EM_VECTOR ? data->slots[element] : data->slot;
}

// Element `element` of a load into its register, extended to its width.
static void load_element(dl_em_warp *warp, const dl_em_insn *insn,
                         const dl_em_access *access, uint32_t element) {
  const dl_em_operand *data = &insn->operands[0];
  const dl_em_word_info *type = dl_em_word_of((dl_em_word)insn->type[0]);
  dl_em_slot slot = slot_of(data, element);
  uint32_t width = data->bytes, bytes = type->bytes;
  if (slot == 0)
    return;
  uint8_t *target = DL_EM_REG(warp, slot);
  if (width == 4 && bytes == 4 && access->mask == UINT32_MAX) {
    for (int l = 0; l < DL_EM_LANES; ++l)
      memcpy(target + 4 * l, access->host[l] + 4 * element, 4);
    return;
  }
  for (uint32_t m = access->mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    const uint8_t *source = access->host[lane] + (size_t)bytes * element;
    uint8_t fill = type->kind == 'S' && source[bytes - 1] & 0x80 ? 0xFF : 0;
    memcpy(target + lane * width, source, bytes);
    memset(target + lane * width + bytes, fill, width - bytes);
  }
}

static void prepare(dl_em_warp *warp, const dl_em_insn *insn, uint32_t mask,
                    const dl_em_operand *address, uint16_t kind,
                    dl_em_access *access) {
  bool is_strong = insn->flags & DL_EM_FLAG_STRONG;
  access->space = (dl_em_space)insn->space;
  access->kind = (uint16_t)(kind | (is_strong ? DL_EM_STRONG : 0));
  access->n_bytes =
      insn->n_vector * dl_em_word_of((dl_em_word)insn->type[0])->bytes;
  access->mask = mask;
  access->epoch = 0;
  access->data = kind == DL_EM_WRITE ? &insn->operands[1] : NULL;
  dl_em_access_addresses(warp, address, access);
  dl_em_access_check(warp, insn, access);
  if (is_strong)
    dl_em_sync_access(warp, insn, access);
}

dl_em_next dl_em_do_ld(dl_em_warp *warp, const dl_em_insn *insn,
                       uint32_t mask) {
  dl_em_access access;
  prepare(warp, insn, mask, &insn->operands[1], DL_EM_READ, &access);
  for (uint32_t i = 0; i < insn->n_vector; ++i)
    load_element(warp, insn, &access, i);
  // What an illegal load gives is poison, not the register's old value.
  uint32_t illegal = mask & ~access.mask;
  for (uint32_t i = 0; illegal != 0 && i < insn->n_vector; ++i) {
    uint8_t poison[16 * DL_EM_LANES];
    memset(poison, 0xFF, sizeof(poison));
    dl_em_slot slot = slot_of(&insn->operands[0], i);
    dl_em_blend(DL_EM_REG(warp, slot), poison, illegal,
                slot ? insn->operands[0].bytes : 0);
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_st(dl_em_warp *warp, const dl_em_insn *insn,
                       uint32_t mask) {
  dl_em_access access;
  const dl_em_operand *data = &insn->operands[1];
  uint32_t bytes = dl_em_word_of((dl_em_word)insn->type[0])->bytes;
  prepare(warp, insn, mask, &insn->operands[0], DL_EM_WRITE, &access);
  for (uint32_t i = 0; i < insn->n_vector; ++i) {
    const uint8_t *source = DL_EM_REG(warp, slot_of(data, i));
    for (uint32_t m = access.mask; m; m &= m - 1) {
      uint32_t lane = (uint32_t)__builtin_ctz(m);
      memcpy(access.host[lane] + (size_t)bytes * i, source + lane * data->bytes,
             bytes);
    }
  }
  return DL_EM_NEXT;
}

static uint64_t window_of(const dl_em_insn *insn) {
  switch (insn->space) {
  case DL_EM_SPACE_SHARED:
  case DL_EM_SPACE_SHARED_CLUSTER:
    return DL_EM_SHARED_WINDOW;
  case DL_EM_SPACE_LOCAL:
    return DL_EM_LOCAL_WINDOW;
  case DL_EM_SPACE_PARAM:
    return DL_EM_PARAM_WINDOW;
  case DL_EM_SPACE_CONST:
    return DL_EM_CONST_WINDOW;
  default:
    return 0; // global addresses are generic ones
  }
}

static uint64_t lane_value(const dl_em_warp *warp, const dl_em_operand *operand,
                           uint32_t lane) {
  if (operand->bytes == 8)
    return ((const uint64_t *)DL_EM_REG(warp, operand->slot))[lane];
  return ((const uint32_t *)DL_EM_REG(warp, operand->slot))[lane];
}

dl_em_next dl_em_do_cvta(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  const dl_em_operand *to = &insn->operands[0];
  uint64_t window = window_of(insn);
  bool is_to = dl_em_has(insn, DL_EM_W_to);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    uint64_t value = lane_value(warp, &insn->operands[1], lane);
    if (window != 0)
      value = is_to ? value & ~DL_EM_WINDOW_MASK : value | window;
    if (to->bytes == 8)
      ((uint64_t *)DL_EM_REG(warp, to->slot))[lane] = value;
    else
      ((uint32_t *)DL_EM_REG(warp, to->slot))[lane] = (uint32_t)value;
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_isspacep(dl_em_warp *warp, const dl_em_insn *insn,
                             uint32_t mask) {
  uint64_t window = window_of(insn);
  bool is_own = insn->space == DL_EM_SPACE_SHARED;
  uint32_t result = 0;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    uint64_t value = lane_value(warp, &insn->operands[1], lane);
    bool is_in = (value & DL_EM_WINDOW_MASK) == window;
    uint64_t rank = (value & ~DL_EM_WINDOW_MASK) >> 24;
    if (is_own && rank != 0)
      is_in &= rank - 1 == warp->cta->rank;
    result |= (uint32_t)is_in << lane;
  }
  dl_em_set_predicate(warp, &insn->operands[0], result, mask);
  return DL_EM_NEXT;
}
