// Vector clocks: what an agent knows to have happened before.
//
// An agent is whatever accesses memory in an order of its own: a warp, or one
// of the queues of asynchronous operations that it feeds. Agents are numbered
// through the whole launch; those of one cluster lie together. An epoch is an
// agent and a reading of its clock, never 0.
#ifndef DLOPT_RUNTIME_EMULATE_CLOCK_H
#define DLOPT_RUNTIME_EMULATE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t dl_em_epoch; // agent << 32 | clock

static inline uint32_t dl_em_epoch_agent(dl_em_epoch epoch) {
  return (uint32_t)(epoch >> 32);
}

typedef struct dl_em_reading {
  uint32_t agent, clock;
} dl_em_reading;

typedef struct dl_em_clock {
  uint32_t first, n; // agents of the own cluster
  uint32_t *own;     // their readings, n of them
  uint32_t n_foreign, room_foreign;
  dl_em_reading *foreign; // those of other clusters, by agent
} dl_em_clock;

/// Makes an empty clock with room for n agents; false if there is no memory.
bool dl_em_clock_init(dl_em_clock *clock, uint32_t n);
void dl_em_clock_finish(dl_em_clock *clock);
/// Forgets all, and starts with the agents from `first` on.
void dl_em_clock_reset(dl_em_clock *clock, uint32_t first);
/// clock becomes the later of both, agent by agent.
void dl_em_clock_join(dl_em_clock *clock, const dl_em_clock *other);
/// One reading more.
void dl_em_clock_raise(dl_em_clock *clock, uint32_t agent, uint32_t reading);
/// The slow path of dl_em_clock_covers.
bool dl_em_clock_covers_foreign(const dl_em_clock *clock, dl_em_epoch epoch);

static inline bool dl_em_clock_is_empty(const dl_em_clock *clock) {
  return clock->own == NULL && clock->n_foreign == 0;
}

/// True if the epoch is known to have happened before.
static inline bool dl_em_clock_covers(const dl_em_clock *clock,
                                      dl_em_epoch epoch) {
  uint32_t at = dl_em_epoch_agent(epoch) - clock->first;
  return at < clock->n ? clock->own[at] >= (uint32_t)epoch
                       : dl_em_clock_covers_foreign(clock, epoch);
}

// What an agent knows: what happened before what it does, and which part of
// that is visible to the async proxy (bulk copies, wgmma) as well.
typedef struct dl_em_view {
  dl_em_clock seen, proxied;
} dl_em_view;

bool dl_em_view_init(dl_em_view *view, uint32_t n);
void dl_em_view_finish(dl_em_view *view);
void dl_em_view_reset(dl_em_view *view, uint32_t first);
void dl_em_view_join(dl_em_view *view, const dl_em_view *other);

#endif
