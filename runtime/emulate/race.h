// Race checks: each access is compared with the last ones to the same memory,
// by vector clocks. Private to runtime/emulate.
#ifndef DLOPT_RUNTIME_EMULATE_RACE_H
#define DLOPT_RUNTIME_EMULATE_RACE_H

#include "runtime/emulate/machine.h"

/// The epoch of what the warp does itself now.
static inline dl_em_epoch dl_em_race_now(const dl_em_warp *warp) {
  const dl_em_clock *seen = &warp->view.seen;
  return (dl_em_epoch)warp->agent << 32 | seen->own[warp->agent - seen->first];
}

/// What the warp does from now on is later than what it did.
static inline void dl_em_race_tick(dl_em_warp *warp) {
  dl_em_clock *seen = &warp->view.seen;
  if (seen->own)
    ++seen->own[warp->agent - seen->first];
}

/// Checks and notes one lane's access, legal and at `at` in the memory behind
/// the shadow, which has n_memory_bytes.
void dl_em_race_lane(dl_em_warp *warp, const dl_em_insn *insn,
                     const dl_em_access *access, uint32_t lane,
                     dl_em_shadow *shadow, uint64_t n_memory_bytes,
                     uint64_t at);

/// The warp tells what it knows to whoever acquires `to` later.
void dl_em_race_release(dl_em_warp *warp, dl_em_view *to);
/// The warp learns what was released to `from`.
void dl_em_race_acquire(dl_em_warp *warp, const dl_em_view *from);
/// Everything that the warp knows becomes visible to the async proxy.
void dl_em_race_proxy_fence(dl_em_warp *warp);

/// Strong accesses (volatile, relaxed, atomics) as synchronisation: with
/// fences around them, or an order of their own. After the lane checks.
void dl_em_sync_access(dl_em_warp *warp, const dl_em_insn *insn,
                       const dl_em_access *access);
/// fence and membar. is_narrow: of the CTA only.
void dl_em_sync_fence(dl_em_warp *warp, bool is_narrow);
/// Forgets what the launch synchronised by.
void dl_em_sync_finish(dl_em_run *run);

#endif
