// Strong accesses and fences as synchronisation (PTX ISA, "Memory Consistency
// Model"): a release pattern is a release, or a fence and then a strong write;
// an acquire pattern an acquire, or a strong read and then a fence. What was
// released at an address waits there for whoever acquires it.
#include "runtime/emulate/race.h"

#include <stdlib.h>

struct dl_em_sync {
  const uint8_t *host; // of the address
  dl_em_view view;
  uint32_t narrow_cta; // released at CTA scope, by this CTA; else UINT32_MAX
};

static uint32_t hash_of(const uint8_t *host) {
  return (uint32_t)((uintptr_t)host * 0x9E3779B97F4A7C15u >> 32);
}

static dl_em_sync *find(const dl_em_run *run, const uint8_t *host) {
  if (run->n_syncs == 0)
    return NULL;
  uint32_t mask = run->n_sync_slots - 1;
  for (uint32_t at = hash_of(host);; ++at) {
    dl_em_sync *sync = run->syncs[at & mask];
    if (!sync || sync->host == host)
      return sync;
  }
}

static void insert(dl_em_run *run, dl_em_sync *sync) {
  uint32_t at = hash_of(sync->host);
  while (run->syncs[at & (run->n_sync_slots - 1)])
    ++at;
  run->syncs[at & (run->n_sync_slots - 1)] = sync;
}

static bool grow(dl_em_run *run) {
  if (2 * run->n_syncs < run->n_sync_slots)
    return true;
  uint32_t n = run->n_sync_slots;
  dl_em_sync **old = run->syncs;
  dl_em_sync **slots = calloc(n ? 2 * n : 64, sizeof(*slots));
  if (!slots)
    return false;
  run->syncs = slots;
  run->n_sync_slots = n ? 2 * n : 64;
  for (uint32_t i = 0; i < n; ++i)
    if (old[i])
      insert(run, old[i]);
  free(old);
  return true;
}

static dl_em_sync *want(dl_em_run *run, const uint8_t *host) {
  dl_em_sync *sync = find(run, host);
  if (sync)
    return sync;
  sync = grow(run) ? calloc(1, sizeof(*sync)) : NULL;
  if (!sync)
    return NULL;
  sync->host = host;
  sync->narrow_cta = UINT32_MAX;
  insert(run, sync);
  ++run->n_syncs;
  return sync;
}

void dl_em_sync_finish(dl_em_run *run) {
  for (uint32_t i = 0; i < run->n_sync_slots; ++i) {
    if (run->syncs[i])
      dl_em_view_finish(&run->syncs[i]->view);
    free(run->syncs[i]);
  }
  free(run->syncs);
}

static uint32_t cta_of(const dl_em_warp *warp) {
  return warp->agent / DL_EM_N_AGENTS / warp->cta->n_warps;
}

static bool reads(const dl_em_warp *warp, const dl_em_sync *sync) {
  return sync->narrow_cta == UINT32_MAX || sync->narrow_cta == cta_of(warp);
}

static void acquire(dl_em_warp *warp, const dl_em_insn *insn,
                    const dl_em_sync *sync) {
  if (dl_em_has(insn, DL_EM_W_acquire) || dl_em_has(insn, DL_EM_W_acq_rel)) {
    dl_em_race_acquire(warp, &sync->view);
    return;
  }
  // A later fence makes it an acquire.
  dl_em_view_join(&warp->relaxed, &sync->view);
  warp->has_relaxed = true;
}

static void release(dl_em_warp *warp, const dl_em_insn *insn,
                    const dl_em_access *access, const uint8_t *host) {
  bool is_release =
      dl_em_has(insn, DL_EM_W_release) || dl_em_has(insn, DL_EM_W_acq_rel);
  bool is_atomic = access->kind & DL_EM_ATOMIC;
  const dl_em_view *from = is_release           ? &warp->view
                           : warp->has_released ? &warp->released
                                                : NULL;
  dl_em_sync *sync = from ? want(warp->run, host) : find(warp->run, host);
  if (!sync)
    return;
  // A store ends what was released here before; an atomic carries it on.
  if (!is_atomic) {
    dl_em_view_reset(&sync->view, 0);
    sync->narrow_cta = UINT32_MAX;
  }
  if (!from)
    return;
  bool is_narrow =
      dl_em_has(insn, DL_EM_W_cta) || (!is_release && warp->is_released_narrow);
  bool was_empty = sync->view.seen.n_foreign == 0;
  dl_em_view_join(&sync->view, from);
  if (!is_narrow)
    sync->narrow_cta = UINT32_MAX;
  else if (was_empty)
    sync->narrow_cta = cta_of(warp);
}

void dl_em_sync_access(dl_em_warp *warp, const dl_em_insn *insn,
                       const dl_em_access *access) {
  if (!warp->run->is_racing)
    return;
  bool is_read = access->kind & DL_EM_READ,
       is_write = access->kind & DL_EM_WRITE;
  for (uint32_t m = access->mask; m; m &= m - 1) {
    const uint8_t *host = access->host[__builtin_ctz(m)];
    const dl_em_sync *sync = is_read ? find(warp->run, host) : NULL;
    if (sync && reads(warp, sync))
      acquire(warp, insn, sync);
    if (is_write)
      release(warp, insn, access, host);
  }
  dl_em_race_tick(warp);
}

void dl_em_sync_fence(dl_em_warp *warp, bool is_narrow) {
  if (!warp->run->is_racing)
    return;
  if (warp->has_relaxed) {
    dl_em_race_acquire(warp, &warp->relaxed);
    dl_em_view_reset(&warp->relaxed, 0);
    warp->has_relaxed = false;
  }
  dl_em_view_reset(&warp->released, 0);
  dl_em_view_join(&warp->released, &warp->view);
  warp->has_released = true;
  warp->is_released_narrow = is_narrow;
  dl_em_race_tick(warp);
}
