// Barriers of a CTA (bar, barrier) and of a warp (bar.warp.sync), and fences.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/mbarrier.h"

#include <stdio.h>

static uint32_t expected_of(const dl_em_cta *cta, const dl_em_barrier *b) {
  return b->expected ? b->expected : cta->n_live_warps * DL_EM_LANES;
}

void dl_em_barrier_reset(dl_em_barrier *barrier) {
  dl_em_view views[2] = {barrier->views[0], barrier->views[1]};
  *barrier = (dl_em_barrier){.views = {views[0], views[1]}};
  for (int i = 0; i < 2; ++i)
    dl_em_view_reset(&barrier->views[i], views[i].seen.first);
}

static void complete(dl_em_cta *cta, dl_em_barrier *b) {
  cta->run->last_change = cta->run->n_steps;
  b->last_true = b->n_true;
  b->last_voted = b->n_voted;
  b->arrived = b->expected = b->n_true = b->n_voted = 0;
  ++b->generation;
  dl_em_view *next = &b->views[b->generation & 1];
  dl_em_view_reset(next, next->seen.first);
}

// On chips from Volta on, threads that have exited are not waited for.
void dl_em_barrier_recheck(dl_em_cta *cta) {
  for (int i = 0; i < DL_EM_N_BARRIERS; ++i) {
    dl_em_barrier *b = &cta->barriers[i];
    if (b->arrived > 0 && b->expected == 0 && b->arrived >= expected_of(cta, b))
      complete(cta, b);
  }
}

// The value of a uniform operand; the first active lane speaks for all.
static uint32_t uniform(const dl_em_warp *warp, const dl_em_operand *operand,
                        uint32_t mask) {
  const uint32_t *lanes = DL_EM_REG(warp, operand->slot);
  return lanes[__builtin_ctz(mask)];
}

// The operands: [destination] barrier [count] [predicate].
typedef struct bar_operands {
  const dl_em_operand *result, *number, *count, *vote;
} bar_operands;

static bar_operands split_operands(const dl_em_insn *insn) {
  bar_operands out = {0};
  const dl_em_operand *at = insn->operands;
  if (dl_em_has(insn, DL_EM_W_red)) {
    out.result = at++;
    out.number = at++;
    if (insn->n_operands == 4)
      out.count = at++;
    out.vote = at;
    return out;
  }
  out.number = at++;
  if (insn->n_operands > 1 && at->kind == DL_EM_REGISTER)
    out.count = at;
  return out;
}

// The result of bar.red for the lanes that waited.
static void store_vote(dl_em_warp *warp, const dl_em_insn *insn,
                       const bar_operands *o, const dl_em_barrier *b,
                       uint32_t mask) {
  if (!o->result)
    return;
  if (dl_em_has(insn, DL_EM_W_popc)) {
    uint32_t counts[DL_EM_LANES];
    for (int l = 0; l < DL_EM_LANES; ++l)
      counts[l] = b->last_true;
    dl_em_blend(DL_EM_REG(warp, o->result->slot), counts, mask, 4);
    return;
  }
  bool value = dl_em_has(insn, DL_EM_W_and) ? b->last_true == b->last_voted
                                            : b->last_true > 0;
  dl_em_set_predicate(warp, o->result, value ? UINT32_MAX : 0, mask);
}

// Notes an arrival of `n_threads`; false if the barrier was misused.
static bool arrive(dl_em_warp *warp, const dl_em_insn *insn, dl_em_barrier *b,
                   uint32_t n_threads, uint32_t count) {
  if (count % DL_EM_LANES != 0 || (b->arrived > 0 && b->expected != count)) {
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_BARRIER, 0,
               count % DL_EM_LANES
                   ? "thread count %u is no multiple of 32"
                   : "thread count %u differs from that of earlier arrivals, "
                     "%u",
               count, b->expected);
    return false;
  }
  b->expected = count;
  b->arrived += n_threads;
  dl_em_race_release(warp, &b->views[b->generation & 1]);
  ++warp->run->device->counts.barriers;
  uint32_t expected = expected_of(warp->cta, b);
  if (b->arrived > expected)
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_BARRIER, 0,
               "%u threads arrived where %u are expected", b->arrived,
               expected);
  if (b->arrived >= expected)
    complete(warp->cta, b);
  return true;
}

dl_em_next dl_em_do_bar(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  bar_operands o = split_operands(insn);
  uint32_t number = uniform(warp, o.number, mask);
  if (number >= DL_EM_N_BARRIERS)
    return dl_em_stop(warp, insn, "barrier %u; a CTA has 16", number);
  dl_em_barrier *b = &warp->cta->barriers[number];
  dl_em_node *node = &warp->nodes[warp->current];
  if (node->wait == DL_EM_WAIT_BARRIER) {
    if (node->wait_value == b->generation)
      return DL_EM_BLOCK;
    dl_em_race_acquire(warp, &b->views[node->wait_value & 1]);
    store_vote(warp, insn, &o, b, mask);
    return DL_EM_NEXT;
  }
  bool is_bar = dl_em_row_of(insn->row)->base[3] == 0; // bar, not barrier
  bool is_aligned = is_bar || dl_em_has(insn, DL_EM_W_aligned);
  uint32_t together = mask;
  if (is_aligned && !dl_em_warp_gather(warp, insn, mask, warp->live, &together))
    return DL_EM_BLOCK;
  if (o.vote) {
    uint32_t votes = dl_em_predicate(warp, o.vote) & together;
    b->n_true += (uint32_t)__builtin_popcount(votes);
    b->n_voted += (uint32_t)__builtin_popcount(together);
  }
  uint32_t before = b->generation;
  uint32_t count = o.count ? uniform(warp, o.count, mask) : 0;
  // An aligned barrier counts whole warps, also partly filled ones.
  uint32_t n_threads =
      is_aligned ? DL_EM_LANES : (uint32_t)__builtin_popcount(together);
  if (!arrive(warp, insn, b, n_threads, count))
    return dl_em_stop(warp, insn,
                      "barrier %u is used with a wrong thread count", number);
  if (dl_em_has(insn, DL_EM_W_arrive))
    return DL_EM_NEXT;
  if (b->generation != before) {
    dl_em_race_acquire(warp, &b->views[before & 1]);
    store_vote(warp, insn, &o, b, together);
    return DL_EM_NEXT;
  }
  dl_em_warp_wait(warp, DL_EM_WAIT_BARRIER, before);
  return DL_EM_BLOCK;
}

dl_em_next dl_em_do_bar_warp(dl_em_warp *warp, const dl_em_insn *insn,
                             uint32_t mask) {
  uint32_t together, wanted = uniform(warp, &insn->operands[0], mask);
  return dl_em_warp_gather(warp, insn, mask, wanted, &together) ? DL_EM_NEXT
                                                                : DL_EM_BLOCK;
}

// Memory here is coherent and in order; fences matter to the checks only.
dl_em_next dl_em_do_fence_proxy(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask) {
  dl_em_race_proxy_fence(warp);
  dl_em_mbarrier_fence(warp);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_fence_tensormap(dl_em_warp *warp, const dl_em_insn *insn,
                                    uint32_t mask) {
  const dl_em_clock *seen = &warp->view.seen;
  dl_em_do_fence(warp, insn, mask);
  if (seen->own &&
      (warp->map_fenced.own || dl_em_clock_init(&warp->map_fenced, seen->n))) {
    warp->map_fenced.first = seen->first;
    dl_em_clock_join(&warp->map_fenced, seen);
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_fence_mbarrier(dl_em_warp *warp, const dl_em_insn *insn,
                                   uint32_t mask) {
  dl_em_mbarrier_fence(warp);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_fence(dl_em_warp *warp, const dl_em_insn *insn,
                          uint32_t mask) {
  dl_em_sync_fence(warp, dl_em_has(insn, DL_EM_W_cta));
  return DL_EM_NEXT;
}

void dl_em_describe_wait(const dl_em_warp *warp, const dl_em_node *node,
                         char *text, size_t room) {
  const dl_em_insn *insn = &warp->kernel->insns[node->pc];
  if (node->wait == DL_EM_WAIT_NONE && warp->spun)
    insn = warp->spun; // in a loop around it
  const char *base = dl_em_row_of(insn->row)->base;
  if (insn->handler == dl_em_do_cluster_wait) {
    snprintf(text, room, "at the cluster's barrier (line %u)", insn->line);
  } else if (node->wait == DL_EM_WAIT_LANES) {
    snprintf(text, room,
             "at '%s' (line %u) for lanes 0x%08x, which are elsewhere", base,
             insn->line, node->wait_value & warp->live & ~node->mask);
  } else if (node->wait == DL_EM_WAIT_BARRIER) {
    bar_operands o = split_operands(insn);
    uint32_t number = uniform(warp, o.number, node->mask) % DL_EM_N_BARRIERS;
    const dl_em_barrier *b = &warp->cta->barriers[number];
    snprintf(text, room, "at barrier %u (line %u), where %u of %u threads are",
             number, insn->line, b->arrived, expected_of(warp->cta, b));
  } else {
    char more[160] = "";
    if (insn->handler == dl_em_do_mbarrier_wait)
      dl_em_mbarrier_describe(warp, insn, (uint32_t)__builtin_ctz(node->mask),
                              more, sizeof(more));
    snprintf(text, room, "at '%s' (line %u)%s", base, insn->line, more);
  }
}
