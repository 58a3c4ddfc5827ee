// atom and red: lane by lane, each complete before the next.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/numbers.h"
#include "runtime/emulate/race.h"

static uint64_t integer_result(const dl_em_insn *insn, dl_em_word word,
                               uint64_t old, uint64_t value) {
  const dl_em_word_info *type = dl_em_word_of(word);
  bool is_signed = type->kind == 'S';
  int64_t signed_old = type->bytes == 4 ? (int32_t)old : (int64_t)old;
  int64_t signed_value = type->bytes == 4 ? (int32_t)value : (int64_t)value;
  bool is_less = is_signed ? signed_old < signed_value : old < value;
  if (dl_em_has(insn, DL_EM_W_add))
    return old + value;
  if (dl_em_has(insn, DL_EM_W_and))
    return old & value;
  if (dl_em_has(insn, DL_EM_W_or))
    return old | value;
  if (dl_em_has(insn, DL_EM_W_xor))
    return old ^ value;
  if (dl_em_has(insn, DL_EM_W_min))
    return is_less ? old : value;
  if (dl_em_has(insn, DL_EM_W_max))
    return is_less ? value : old;
  if (dl_em_has(insn, DL_EM_W_inc))
    return old >= value ? 0 : old + 1;
  if (dl_em_has(insn, DL_EM_W_dec))
    return old == 0 || old > value ? value : old - 1;
  return value; // exch
}

// The lane functions that add, or choose, do it here too: one lane of them.
static uint32_t float_result(const dl_em_insn *insn, dl_em_word type,
                             uint32_t old, uint32_t value) {
  uint32_t a[DL_EM_LANES] = {old}, b[DL_EM_LANES] = {value};
  uint32_t result[DL_EM_LANES];
  const void *sources[] = {a, b};
  bool is_add = dl_em_has(insn, DL_EM_W_add);
  bool is_min = dl_em_has(insn, DL_EM_W_min);
  switch (type) {
  case DL_EM_W_f32:
    dl_em_add_f32(result, sources);
    // atom.add.f32 on global memory flushes subnormals (PTX ISA, atom).
    if (insn->space == DL_EM_SPACE_GLOBAL)
      return dl_em_flush(result[0]);
    return result[0];
  case DL_EM_W_f16:
  case DL_EM_W_f16x2:
    (is_add   ? dl_em_add_f16
     : is_min ? dl_em_min_f16
              : dl_em_max_f16)(result, sources);
    return result[0];
  default:
    (is_add   ? dl_em_add_bf16
     : is_min ? dl_em_min_bf16
              : dl_em_max_bf16)(result, sources);
    return result[0];
  }
}

uint64_t dl_em_atomic_result(const dl_em_insn *insn, dl_em_word type,
                             uint64_t old, uint64_t value) {
  char kind = dl_em_word_of(type)->kind;
  bool is_bits = dl_em_has(insn, DL_EM_W_exch) ||
                 dl_em_has(insn, DL_EM_W_and) || dl_em_has(insn, DL_EM_W_or) ||
                 dl_em_has(insn, DL_EM_W_xor);
  if ((kind != 'F' && kind != 'H') || is_bits)
    return integer_result(insn, type, old, value);
  if (type == DL_EM_W_f64)
    return dl_em_bits64(dl_em_double(old) + dl_em_double(value));
  return float_result(insn, type, (uint32_t)old, (uint32_t)value);
}

static uint64_t lane_of(const dl_em_warp *warp, const dl_em_operand *operand,
                        uint32_t element, uint32_t lane) {
  dl_em_slot slot =
      operand->kind == DL_EM_VECTOR ? operand->slots[element] : operand->slot;
  uint64_t value = 0;
  memcpy(&value,
         (const uint8_t *)DL_EM_REG(warp, slot) + (size_t)lane * operand->bytes,
         operand->bytes < 8 ? operand->bytes : 8);
  return value;
}

// `data` are the operands behind the address; `to` may be null.
static dl_em_next atomic(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask, const dl_em_operand *to,
                         const dl_em_operand *address) {
  const dl_em_operand *data = address + 1;
  uint32_t bytes = dl_em_word_of((dl_em_word)insn->type[0])->bytes;
  bool is_cas = dl_em_has(insn, DL_EM_W_cas);
  dl_em_access access = {.space = (dl_em_space)insn->space,
                         .kind = DL_EM_READ | DL_EM_WRITE | DL_EM_ATOMIC |
                                 DL_EM_STRONG,
                         .n_bytes = bytes * insn->n_vector,
                         .mask = mask};
  dl_em_access_addresses(warp, address, &access);
  dl_em_access_check(warp, insn, &access);
  dl_em_sync_access(warp, insn, &access);
  for (uint32_t m = access.mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    for (uint32_t i = 0; i < insn->n_vector; ++i) {
      uint8_t *host = access.host[lane] + (size_t)i * bytes;
      uint64_t old = 0, value = lane_of(warp, data, i, lane), result;
      memcpy(&old, host, bytes);
      if (is_cas)
        result = old == value ? lane_of(warp, data + 1, 0, lane) : old;
      else
        result =
            dl_em_atomic_result(insn, (dl_em_word)insn->type[0], old, value);
      if (memcmp(&result, &old, bytes) != 0)
        warp->run->last_change = warp->run->n_steps;
      memcpy(host, &result, bytes);
      if (to && to->slot)
        memcpy((uint8_t *)DL_EM_REG(warp, to->slot) + (size_t)lane * to->bytes,
               &old, bytes);
    }
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_atom(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  return atomic(warp, insn, mask, &insn->operands[0], &insn->operands[1]);
}

dl_em_next dl_em_do_red(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  return atomic(warp, insn, mask, NULL, &insn->operands[0]);
}
