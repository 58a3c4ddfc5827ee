// Vector clocks: an array for the own cluster, a sorted list for the others.
// A launch that synchronises through global memory nowhere has no lists.
#include "runtime/emulate/clock.h"

#include <stdlib.h>
#include <string.h>

bool dl_em_clock_init(dl_em_clock *clock, uint32_t n) {
  *clock = (dl_em_clock){.n = n};
  clock->own = n ? calloc(n, sizeof(*clock->own)) : NULL;
  return n == 0 || clock->own;
}

void dl_em_clock_finish(dl_em_clock *clock) {
  free(clock->own);
  free(clock->foreign);
  *clock = (dl_em_clock){0};
}

void dl_em_clock_reset(dl_em_clock *clock, uint32_t first) {
  clock->first = first;
  if (clock->n)
    memset(clock->own, 0, clock->n * sizeof(*clock->own));
  clock->n_foreign = 0;
}

// The place of an agent in the list of foreign ones, or where it belongs.
static uint32_t find_foreign(const dl_em_clock *clock, uint32_t agent) {
  uint32_t low = 0, high = clock->n_foreign;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (clock->foreign[middle].agent < agent)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool dl_em_clock_covers_foreign(const dl_em_clock *clock, dl_em_epoch epoch) {
  uint32_t agent = dl_em_epoch_agent(epoch), at = find_foreign(clock, agent);
  return at < clock->n_foreign && clock->foreign[at].agent == agent &&
         clock->foreign[at].clock >= (uint32_t)epoch;
}

static bool make_room(dl_em_clock *clock) {
  if (clock->n_foreign < clock->room_foreign)
    return true;
  uint32_t room = clock->room_foreign * 2 + 16;
  dl_em_reading *grown = realloc(clock->foreign, room * sizeof(*grown));
  if (!grown)
    return false;
  clock->foreign = grown;
  clock->room_foreign = room;
  return true;
}

void dl_em_clock_raise(dl_em_clock *clock, uint32_t agent, uint32_t reading) {
  uint32_t own = agent - clock->first;
  if (own < clock->n) {
    clock->own[own] = clock->own[own] < reading ? reading : clock->own[own];
    return;
  }
  uint32_t at = find_foreign(clock, agent);
  if (at < clock->n_foreign && clock->foreign[at].agent == agent) {
    if (clock->foreign[at].clock < reading)
      clock->foreign[at].clock = reading;
    return;
  }
  // Without memory the knowledge is lost, which may report too much.
  if (!make_room(clock))
    return;
  memmove(&clock->foreign[at + 1], &clock->foreign[at],
          (clock->n_foreign - at) * sizeof(*clock->foreign));
  clock->foreign[at] = (dl_em_reading){agent, reading};
  ++clock->n_foreign;
}

void dl_em_clock_join(dl_em_clock *clock, const dl_em_clock *other) {
  bool is_same = clock->n == other->n && clock->first == other->first;
  for (uint32_t i = 0; i < other->n; ++i) {
    uint32_t reading = other->own[i];
    if (is_same)
      clock->own[i] = clock->own[i] < reading ? reading : clock->own[i];
    else if (reading != 0)
      dl_em_clock_raise(clock, other->first + i, reading);
  }
  for (uint32_t i = 0; i < other->n_foreign; ++i)
    dl_em_clock_raise(clock, other->foreign[i].agent, other->foreign[i].clock);
}

bool dl_em_view_init(dl_em_view *view, uint32_t n) {
  bool ok = dl_em_clock_init(&view->seen, n);
  return dl_em_clock_init(&view->proxied, n) && ok;
}

void dl_em_view_finish(dl_em_view *view) {
  dl_em_clock_finish(&view->seen);
  dl_em_clock_finish(&view->proxied);
}

void dl_em_view_reset(dl_em_view *view, uint32_t first) {
  dl_em_clock_reset(&view->seen, first);
  dl_em_clock_reset(&view->proxied, first);
}

void dl_em_view_join(dl_em_view *view, const dl_em_view *other) {
  dl_em_clock_join(&view->seen, &other->seen);
  dl_em_clock_join(&view->proxied, &other->proxied);
}
