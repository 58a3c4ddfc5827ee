// The queue of a warpgroup's wgmma: issue, groups, waits.
//
// A wgmma is one operation of four warps: it is performed, for all of them,
// once all have issued it, and what one warp has waited for has read its
// operands for all.
#include "runtime/emulate/wgmma.h"

#include "runtime/emulate/handlers.h"

#include <stdlib.h>
#include <string.h>

dl_em_wgmma_operands dl_em_wgmma_operands_of(const dl_em_insn *insn) {
  dl_em_wgmma_operands out = {.sign_a = 1, .sign_b = 1};
  const dl_em_operand *o = insn->operands;
  const dl_em_operand *end = o + insn->n_operands;
  out.is_sparse = dl_em_has(insn, DL_EM_W_sp);
  out.d = o++;
  out.a = o++;
  out.is_a_fragment = out.a->kind == DL_EM_VECTOR;
  out.b = o++;
  if (out.is_sparse) {
    out.metadata = o++;
    out.selector = o++;
  }
  out.addend = o++;
  if (end - o >= 2) {
    out.sign_a = o[0].value < 0 ? -1 : 1;
    out.sign_b = o[1].value < 0 ? -1 : 1;
    o += 2;
  }
  if (end - o == 2) {
    out.is_a_turned = o[0].value & 1;
    ++o;
  }
  if (end - o == 1)
    out.is_b_turned = o[0].value & 1;
  return out;
}

static dl_em_warpgroup *group_of(dl_em_warp *warp) {
  dl_em_cta *cta = warp->cta;
  if (!cta->warpgroups)
    cta->warpgroups =
        calloc(cta->n_warps / DL_EM_GROUP_WARPS + 1, sizeof(*cta->warpgroups));
  return cta->warpgroups ? &cta->warpgroups[warp->index / DL_EM_GROUP_WARPS]
                         : NULL;
}

static dl_em_warp *first_warp(const dl_em_warp *warp) {
  return &warp->cta->warps[warp->index & ~(uint32_t)(DL_EM_GROUP_WARPS - 1)];
}

// Forgets operations that are done and waited for by all warps.
static void drop_finished(dl_em_warp *warp, dl_em_warpgroup *group) {
  const dl_em_warp *warps = first_warp(warp);
  uint32_t waited = UINT32_MAX, n = 0;
  for (uint32_t w = 0; w < DL_EM_GROUP_WARPS; ++w)
    if (warps[w].n_wgmma_waited < waited)
      waited = warps[w].n_wgmma_waited;
  while (n < group->n_ops && group->ops[n].is_done && group->first + n < waited)
    ++n;
  if (n == 0)
    return;
  memmove(group->ops, group->ops + n, (group->n_ops - n) * sizeof(*group->ops));
  group->n_ops -= n;
  group->first += n;
}

static dl_em_wgmma *want_op(dl_em_warpgroup *group, uint32_t number,
                            const dl_em_insn *insn) {
  uint32_t at = number - group->first;
  if (at < group->n_ops)
    return &group->ops[at];
  if (group->n_ops == group->room_ops) {
    uint32_t room = group->room_ops * 2 + 16;
    dl_em_wgmma *grown = realloc(group->ops, room * sizeof(*grown));
    if (!grown)
      return NULL;
    group->ops = grown;
    group->room_ops = room;
  }
  dl_em_wgmma *op = &group->ops[group->n_ops++];
  *op = (dl_em_wgmma){.insn = insn};
  return op;
}

static bool gather(dl_em_warp *warp, const dl_em_insn *insn, uint32_t mask) {
  uint32_t together;
  if (!dl_em_warp_gather(warp, insn, mask, warp->live, &together))
    return false;
  if (together != UINT32_MAX)
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_DIVERGENCE,
               (uint32_t)__builtin_ctz(together),
               "lanes 0x%08x of a warp that must be whole", together);
  return true;
}

dl_em_next dl_em_do_wgmma_fence(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask) {
  if (!gather(warp, insn, mask))
    return DL_EM_BLOCK;
  ++warp->n_wgmma_fences;
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_wgmma_commit(dl_em_warp *warp, const dl_em_insn *insn,
                                 uint32_t mask) {
  if (!gather(warp, insn, mask))
    return DL_EM_BLOCK;
  ++warp->n_wgmma_commits;
  return DL_EM_NEXT;
}

static uint64_t descriptor_of(const dl_em_warp *warp,
                              const dl_em_operand *operand) {
  return *(const uint64_t *)DL_EM_REG(warp, operand->slot);
}

dl_em_next dl_em_do_wgmma(dl_em_warp *warp, const dl_em_insn *insn,
                          uint32_t mask) {
  if (!gather(warp, insn, mask))
    return DL_EM_BLOCK;
  if (warp->cta->n_warps % DL_EM_GROUP_WARPS != 0)
    return dl_em_stop(warp, insn,
                      "a wgmma in a CTA of %u warps; warpgroups "
                      "have four",
                      warp->cta->n_warps);
  dl_em_warpgroup *group = group_of(warp);
  dl_em_wgmma *op = group ? want_op(group, warp->n_wgmma, insn) : NULL;
  if (!op || !dl_em_wgmma_want_states(warp))
    return dl_em_stop(warp, insn, "no memory for a wgmma");
  if (op->insn != insn)
    return dl_em_stop(warp, insn,
                      "the warps of a warpgroup execute different wgmma, at "
                      "lines %u and %u",
                      op->insn->line, insn->line);
  dl_em_wgmma_operands o = dl_em_wgmma_operands_of(insn);
  uint32_t w = warp->index % DL_EM_GROUP_WARPS;
  op->group[w] = warp->n_wgmma_commits;
  op->a[w] = o.is_a_fragment ? 0 : descriptor_of(warp, o.a);
  op->b[w] = descriptor_of(warp, o.b);
  if (dl_em_predicate(warp, o.addend) & 1)
    op->has_addend |= (uint8_t)(1u << w);
  dl_em_epoch agent = first_warp(warp)->agent + DL_EM_AGENT_WGMMA;
  if (!dl_em_wgmma_check(warp, insn, op, agent << 32 | (op->group[w] + 1)))
    return dl_em_stop(warp, insn, "the wgmma is illegal: see its report");
  op->issued |= (uint8_t)(1u << w);
  ++warp->n_wgmma;
  dl_em_wgmma_hold_registers(warp, insn);
  warp->run->last_change = warp->run->n_steps;
  return DL_EM_NEXT;
}

// Performs the first operation that is not done yet.
static void perform(dl_em_warp *warp, dl_em_wgmma *op) {
  dl_em_wgmma_compute(first_warp(warp), op);
  op->is_done = true;
  warp->run->last_change = warp->run->n_steps;
}

dl_em_next dl_em_do_wgmma_wait(dl_em_warp *warp, const dl_em_insn *insn,
                               uint32_t mask) {
  dl_em_warpgroup *group = group_of(warp);
  uint64_t kept = (uint64_t)insn->operands[0].value;
  uint32_t commits = warp->n_wgmma_commits, w = warp->index % DL_EM_GROUP_WARPS;
  uint32_t before = commits > kept ? commits - (uint32_t)kept : 0;
  if (!gather(warp, insn, mask))
    return DL_EM_BLOCK;
  if (!group)
    return dl_em_stop(warp, insn, "no memory for a wgmma");
  uint32_t number = warp->n_wgmma_waited;
  for (; number < warp->n_wgmma; ++number) {
    const dl_em_wgmma *op = &group->ops[number - group->first];
    if (op->group[w] >= before)
      break;
    if (op->issued != DL_EM_ALL_WARPS) {
      // Its other warps still have to issue it.
      dl_em_warp_wait(warp, DL_EM_WAIT_MEMORY, 0);
      return DL_EM_BLOCK;
    }
  }
  for (uint32_t i = 0; i < number - group->first; ++i)
    if (!group->ops[i].is_done)
      perform(warp, &group->ops[i]);
  warp->n_wgmma_waited = number;
  dl_em_wgmma_free_registers(warp);
  for (uint32_t i = number; i < warp->n_wgmma; ++i)
    dl_em_wgmma_hold_registers(warp, group->ops[i - group->first].insn);
  drop_finished(warp, group);
  if (warp->run->is_racing)
    dl_em_clock_raise(&warp->view.seen,
                      first_warp(warp)->agent + DL_EM_AGENT_WGMMA, before);
  return DL_EM_NEXT;
}

static void perform_issued(dl_em_warp *warp, uint32_t most) {
  dl_em_warpgroup *group = warp->cta->warpgroups ? group_of(warp) : NULL;
  for (uint32_t i = 0; group && i < group->n_ops && most > 0; ++i) {
    if (group->ops[i].is_done)
      continue;
    if (group->ops[i].issued != DL_EM_ALL_WARPS)
      return;
    perform(warp, &group->ops[i]);
    --most;
  }
}

void dl_em_wgmma_perform_some(dl_em_warp *warp) {
  if (warp->cta->warpgroups && dl_em_random(warp->run) % 4 == 0)
    perform_issued(warp, 1);
}

void dl_em_wgmma_exit(dl_em_warp *warp) {
  uint32_t n = warp->n_wgmma - warp->n_wgmma_waited;
  if (n == 0)
    return;
  const dl_em_warpgroup *group = group_of(warp);
  const dl_em_wgmma *op = &group->ops[warp->n_wgmma_waited - group->first];
  dl_em_note(warp, op->insn, NULL, DL_EM_REPORT_ASYNC, 0,
             "the warp ends with %u wgmma that it never waited for", n);
  perform_issued(warp, UINT32_MAX);
  warp->n_wgmma_waited = warp->n_wgmma;
  dl_em_wgmma_free_registers(warp);
}

void dl_em_wgmma_reset(dl_em_cta *cta) {
  uint32_t n = cta->warpgroups ? cta->n_warps / DL_EM_GROUP_WARPS + 1 : 0;
  for (uint32_t i = 0; i < n; ++i)
    cta->warpgroups[i].n_ops = cta->warpgroups[i].first = 0;
  for (uint32_t w = 0; w < cta->n_warps; ++w)
    dl_em_wgmma_forget_registers(&cta->warps[w]);
}

void dl_em_wgmma_free(dl_em_cta *cta) {
  uint32_t n = cta->warpgroups ? cta->n_warps / DL_EM_GROUP_WARPS + 1 : 0;
  for (uint32_t i = 0; i < n; ++i)
    free(cta->warpgroups[i].ops);
  free(cta->warpgroups);
  for (uint32_t w = 0; cta->warps && w < cta->n_warps; ++w)
    free(cta->warps[w].register_states);
}
