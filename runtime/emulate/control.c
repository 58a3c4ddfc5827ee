// Branches, exits, traps, and moves of predicates and registers.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"

#include <string.h>

static dl_em_next branch(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask, uint32_t pc) {
  dl_em_node *node = &warp->nodes[warp->current];
  if (mask == node->mask)
    dl_em_warp_jump(warp, pc);
  else
    dl_em_warp_split(warp, mask, pc, node->pc + 1, insn->reconverge);
  return DL_EM_JUMP;
}

dl_em_next dl_em_do_bra(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const dl_em_node *node = &warp->nodes[warp->current];
  if (mask != node->mask && dl_em_has(insn, DL_EM_W_uni))
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_DIVERGENCE,
               (uint32_t)__builtin_ctz(mask),
               "bra.uni is taken by lanes 0x%08x of 0x%08x", mask, node->mask);
  return branch(warp, insn, mask, (uint32_t)insn->operands[0].value);
}

// The lanes of one target leave at a time; the rest meets this again.
dl_em_next dl_em_do_brx(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const uint32_t *index = DL_EM_REG(warp, insn->operands[0].slot);
  const dl_em_operand *table = &insn->operands[1];
  uint32_t first = index[__builtin_ctz(mask)], same = 0;
  const dl_em_node *node = &warp->nodes[warp->current];
  if (table->n == 0)
    return dl_em_stop(warp, insn, "brx.idx without .branchtargets");
  if (first >= table->n)
    return dl_em_stop(warp, insn, "brx.idx to target %u of %u", first,
                      table->n);
  for (uint32_t m = mask; m; m &= m - 1)
    if (index[__builtin_ctz(m)] == first)
      same |= m & -m;
  if (same == node->mask) {
    dl_em_warp_jump(warp, table->slots[first]);
  } else if (mask != node->mask) {
    // Lanes whose guard is false go on, the others come here again.
    dl_em_warp_split(warp, mask, node->pc, node->pc + 1, insn->reconverge);
  } else {
    dl_em_warp_split(warp, same, table->slots[first], node->pc,
                     insn->reconverge);
  }
  return DL_EM_JUMP;
}

dl_em_next dl_em_do_exit(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  dl_em_warp_exit(warp, mask);
  return DL_EM_JUMP;
}

dl_em_next dl_em_do_trap(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  uint32_t lane = (uint32_t)__builtin_ctz(mask);
  dl_em_note(warp, insn, NULL, DL_EM_REPORT_TRAP, lane, "lanes 0x%08x", mask);
  return dl_em_stop(warp, insn, "lane %u executed '%s'", lane,
                    dl_em_row_of(insn->row)->base);
}

// Hints. On the chip, too, a prefetch from where no memory is is no fault.
dl_em_next dl_em_do_nothing(dl_em_warp *warp, const dl_em_insn *insn,
                            uint32_t mask) {
  return DL_EM_NEXT;
}

// A cache policy, as good as any other.
dl_em_next dl_em_do_policy(dl_em_warp *warp, const dl_em_insn *insn,
                           uint32_t mask) {
  uint64_t policies[DL_EM_LANES];
  for (int l = 0; l < DL_EM_LANES; ++l)
    policies[l] = (uint64_t)1 << 60;
  dl_em_blend(DL_EM_REG(warp, insn->operands[0].slot), policies, mask, 8);
  return DL_EM_NEXT;
}

// What the warps of a CTA have asked for must fit the chip's registers.
dl_em_next dl_em_do_setmaxnreg(dl_em_warp *warp, const dl_em_insn *insn,
                               uint32_t mask) {
  enum { LEAST = 24, MOST = 256, REGISTERS = 65536 };
  int64_t n = insn->operands[0].value;
  uint32_t total = 0;
  if (!dl_em_warp_gather(warp, insn, mask, warp->live, &mask))
    return DL_EM_BLOCK;
  if (n < LEAST || n > MOST || n % 8 != 0)
    return dl_em_stop(warp, insn,
                      "setmaxnreg to %lld; a multiple of 8 from %d to %d",
                      (long long)n, LEAST, MOST);
  warp->register_limit = (uint32_t)n;
  const dl_em_cta *cta = warp->cta;
  bool have_all = true;
  for (uint32_t w = 0; w < cta->n_warps; ++w) {
    total += cta->warps[w].register_limit * DL_EM_LANES;
    have_all &= cta->warps[w].register_limit != 0;
  }
  if (have_all && total > REGISTERS)
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_LIMIT, 0,
               "the warps of the CTA ask for %u registers; the chip has %d",
               total, REGISTERS);
  return DL_EM_NEXT;
}

// Time passes for others: no progress of its own.
dl_em_next dl_em_do_nanosleep(dl_em_warp *warp, const dl_em_insn *insn,
                              uint32_t mask) {
  return DL_EM_SPIN;
}

dl_em_next dl_em_do_pred_logic(dl_em_warp *warp, const dl_em_insn *insn,
                               uint32_t mask) {
  const char *base = dl_em_row_of(insn->row)->base;
  uint32_t a = dl_em_predicate(warp, &insn->operands[1]), result;
  if (base[0] == 'm') {
    result = a;
  } else if (base[0] == 'n') {
    result = ~a;
  } else {
    uint32_t b = dl_em_predicate(warp, &insn->operands[2]);
    result = base[0] == 'a' ? a & b : base[0] == 'o' ? a | b : a ^ b;
  }
  dl_em_set_predicate(warp, &insn->operands[0], result, mask);
  return DL_EM_NEXT;
}

// A move with a vector on one side or both: bytes pass through a wide value.
static void move_vector(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const dl_em_operand *to = &insn->operands[0], *from = &insn->operands[1];
  uint32_t n_to = to->kind == DL_EM_VECTOR ? to->n : 1;
  uint32_t n_from = from->kind == DL_EM_VECTOR ? from->n : 1;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    uint8_t value[64];
    for (uint32_t i = 0; i < n_from; ++i) {
      dl_em_slot slot =
          from->kind == DL_EM_VECTOR ? from->slots[i] : from->slot;
      memcpy(value + i * from->bytes,
             (uint8_t *)DL_EM_REG(warp, slot) + lane * from->bytes,
             from->bytes);
    }
    for (uint32_t i = 0; i < n_to; ++i) {
      dl_em_slot slot = to->kind == DL_EM_VECTOR ? to->slots[i] : to->slot;
      if (slot)
        memcpy((uint8_t *)DL_EM_REG(warp, slot) + lane * to->bytes,
               value + i * to->bytes, to->bytes);
    }
  }
}

dl_em_next dl_em_do_mov(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const dl_em_operand *to = &insn->operands[0], *from = &insn->operands[1];
  if (to->kind == DL_EM_VECTOR || from->kind == DL_EM_VECTOR)
    move_vector(warp, insn, mask);
  else if (to->kind == DL_EM_REGISTER && to->slot != from->slot)
    dl_em_blend(DL_EM_REG(warp, to->slot), DL_EM_REG(warp, from->slot), mask,
                to->bytes);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_selp(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  uint32_t choice = dl_em_predicate(warp, &o[3]);
  uint8_t result[8 * DL_EM_LANES];
  memcpy(result, DL_EM_REG(warp, o[2].slot), (size_t)DL_EM_LANES * o[0].bytes);
  dl_em_blend(result, DL_EM_REG(warp, o[1].slot), choice, o[0].bytes);
  dl_em_blend(DL_EM_REG(warp, o[0].slot), result, mask, o[0].bytes);
  return DL_EM_NEXT;
}
