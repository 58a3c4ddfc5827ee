// Clusters: their barrier, and addresses in each other's shared memory.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/race.h"

static dl_em_cta *first_of(dl_em_cta *cta) {
  return &cta->run->ctas[cta->cluster_first];
}

// Lanes that have ended are not waited for.
static bool has_all(const dl_em_cta *first) {
  for (uint32_t c = 0; c < first->run->n_cluster; ++c)
    for (uint32_t w = 0; w < first[c].n_warps; ++w) {
      const dl_em_warp *warp = &first[c].warps[w];
      if (warp->live & ~warp->cluster_arrived)
        return false;
    }
  return true;
}

void dl_em_cluster_recheck(dl_em_cta *cta) {
  dl_em_cta *first = first_of(cta);
  if (!first->has_cluster_arrivals || !has_all(first))
    return;
  for (uint32_t c = 0; c < cta->run->n_cluster; ++c)
    for (uint32_t w = 0; w < first[c].n_warps; ++w)
      first[c].warps[w].cluster_arrived = 0;
  first->has_cluster_arrivals = false;
  cta->run->last_change = cta->run->n_steps;
  ++first->cluster_generation;
  dl_em_view *next = &first->cluster_views[first->cluster_generation & 1];
  dl_em_view_reset(next, next->seen.first);
}

// With .aligned the whole warp executes it together.
static bool gather(dl_em_warp *warp, const dl_em_insn *insn, uint32_t *mask) {
  return !dl_em_has(insn, DL_EM_W_aligned) ||
         dl_em_warp_gather(warp, insn, *mask, warp->live, mask);
}

dl_em_next dl_em_do_cluster_arrive(dl_em_warp *warp, const dl_em_insn *insn,
                                   uint32_t mask) {
  if (!gather(warp, insn, &mask))
    return DL_EM_BLOCK;
  dl_em_cta *first = first_of(warp->cta);
  uint32_t twice = mask & (warp->cluster_arrived | warp->cluster_unwaited);
  if (twice)
    dl_em_note(
        warp, insn, NULL, DL_EM_REPORT_BARRIER, (uint32_t)__builtin_ctz(twice),
        "lanes 0x%08x arrive again, with no barrier.cluster.wait since", twice);
  uint32_t generation = first->cluster_generation;
  for (uint32_t m = mask; m; m &= m - 1)
    warp->cluster_generation[__builtin_ctz(m)] = generation;
  warp->cluster_arrived |= mask;
  warp->cluster_unwaited |= mask;
  first->has_cluster_arrivals = true;
  ++warp->run->device->counts.barriers;
  if (!dl_em_has(insn, DL_EM_W_relaxed))
    dl_em_race_release(warp, &first->cluster_views[generation & 1]);
  dl_em_cluster_recheck(warp->cta);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_cluster_wait(dl_em_warp *warp, const dl_em_insn *insn,
                                 uint32_t mask) {
  if (warp->nodes[warp->current].wait != DL_EM_WAIT_MEMORY &&
      !gather(warp, insn, &mask))
    return DL_EM_BLOCK;
  dl_em_cta *first = first_of(warp->cta);
  uint32_t early = mask & ~warp->cluster_unwaited;
  if (early)
    return dl_em_stop(warp, insn,
                      "lanes 0x%08x wait at the cluster's barrier without a "
                      "barrier.cluster.arrive",
                      early);
  for (uint32_t m = mask; m; m &= m - 1)
    if (warp->cluster_generation[__builtin_ctz(m)] ==
        first->cluster_generation) {
      dl_em_warp_wait(warp, DL_EM_WAIT_MEMORY, 0);
      return DL_EM_BLOCK;
    }
  warp->cluster_unwaited &= ~mask;
  uint32_t generation = warp->cluster_generation[__builtin_ctz(mask)];
  dl_em_race_acquire(warp, &first->cluster_views[generation & 1]);
  return DL_EM_NEXT;
}

static uint64_t value_of(const dl_em_warp *warp, const dl_em_operand *operand,
                         uint32_t lane) {
  if (operand->bytes == 8)
    return ((const uint64_t *)DL_EM_REG(warp, operand->slot))[lane];
  return ((const uint32_t *)DL_EM_REG(warp, operand->slot))[lane];
}

static void store_value(dl_em_warp *warp, const dl_em_operand *operand,
                        uint32_t lane, uint64_t value) {
  if (operand->kind != DL_EM_REGISTER)
    return;
  if (operand->bytes == 8)
    ((uint64_t *)DL_EM_REG(warp, operand->slot))[lane] = value;
  else
    ((uint32_t *)DL_EM_REG(warp, operand->slot))[lane] = (uint32_t)value;
}

enum { RANK_SHIFT = 24, OFFSET_MASK = (1 << RANK_SHIFT) - 1 };

dl_em_next dl_em_do_mapa(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  const dl_em_operand *o = insn->operands; // d, address, rank
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    uint64_t address = value_of(warp, &o[1], lane);
    uint32_t rank = (uint32_t)value_of(warp, &o[2], lane);
    if (rank >= warp->run->n_cluster)
      dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, lane,
                 "rank %u in a cluster of %u", rank, warp->run->n_cluster);
    uint64_t window = address & DL_EM_WINDOW_MASK;
    store_value(warp, &o[0], lane,
                window | (uint64_t)((rank & 0xFF) + 1) << RANK_SHIFT |
                    (address & OFFSET_MASK));
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_getctarank(dl_em_warp *warp, const dl_em_insn *insn,
                               uint32_t mask) {
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    uint64_t address = value_of(warp, &insn->operands[1], lane);
    uint32_t code = (uint32_t)(address >> RANK_SHIFT & 0xFF);
    store_value(warp, &insn->operands[0], lane,
                code ? code - 1 : warp->cta->rank);
  }
  return DL_EM_NEXT;
}
