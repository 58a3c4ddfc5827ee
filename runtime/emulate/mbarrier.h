// mbarrier objects of a CTA's shared memory. Private to runtime/emulate.
#ifndef DLOPT_RUNTIME_EMULATE_MBARRIER_H
#define DLOPT_RUNTIME_EMULATE_MBARRIER_H

#include "runtime/emulate/race.h"

// The counts also lie, packed, in the object's 8 bytes; what differs there was
// overwritten.
struct dl_em_mbarrier {
  uint32_t offset;        // in the CTA's shared memory
  uint32_t expected;      // arrivals of a phase
  uint32_t pending;       // of the current phase
  int32_t n_bytes;        // the tx-count: expected and not yet complete
  uint64_t phase;         // number of completed ones
  bool is_fenced;         // its initialisation is visible to the async proxy
  dl_em_warp *owner;      // that initialised it
  const dl_em_insn *made; // by this
  dl_em_view arriving;    // what arrivals of this phase know
  dl_em_view completed;   // what those of the last phase knew
};

/// The live object at an offset, or null.
dl_em_mbarrier *dl_em_mbarrier_find(dl_em_cta *cta, uint32_t offset);
/// Bytes of an asynchronous operation, whose epoch it is, are there. It was
/// issued by `warp` with `insn`.
void dl_em_mbarrier_complete(dl_em_warp *warp, const dl_em_insn *insn,
                             dl_em_cta *cta, uint32_t offset, uint32_t n_bytes,
                             dl_em_epoch epoch);
/// An arrival that cp.async made when it was complete. is_extra: one that the
/// phase did not count on.
void dl_em_mbarrier_arrive_copy(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask, bool is_extra);
/// What the object at an address waits for, in words.
void dl_em_mbarrier_describe(const dl_em_warp *warp, const dl_em_insn *insn,
                             uint32_t lane, char *text, size_t room);
/// Fences: what the warp has initialised is visible to the async proxy.
void dl_em_mbarrier_fence(dl_em_warp *warp);
/// Reports what a CTA leaves incomplete, and forgets its objects.
void dl_em_mbarriers_end(dl_em_cta *cta, dl_em_warp *last);
void dl_em_mbarriers_free(dl_em_cta *cta);

#endif
