// The check of one lane's access against what its cells last saw. Scheme:
// FastTrack (Flanagan and Freund, "FastTrack: Efficient and Precise Dynamic
// Race Detection"), with two readers a cell instead of a vector of them.
#include "runtime/emulate/race.h"

#include "runtime/emulate/bulk.h"

#include <stdio.h>
#include <string.h>

// What a cell keeps of an access beside its epoch.
enum {
  INFO_PC_BITS = 20,
  INFO_PC = (1 << INFO_PC_BITS) - 1,
  INFO_LANE_SHIFT = 20,
  INFO_SEVERAL = 1 << 25, // lanes
  INFO_STRONG = 1 << 26,
  INFO_GENERIC = 1 << 27, // not by the async proxy
  INFO_BULK = 1 << 28,    // a bulk copy, which may be on its way yet
};
_Static_assert(DL_EM_MAX_INSNS <= 1 << INFO_PC_BITS, "wider cells are due");

// One lane's access.
typedef struct lookout {
  dl_em_warp *warp;
  const dl_em_insn *insn;
  const dl_em_access *access;
  uint32_t lane;
  bool is_shared;
  bool is_special; // by the async proxy
  dl_em_epoch now; // of this access
  uint32_t info;   // of this access
} lookout;

typedef enum order {
  ORDERED,
  UNORDERED,
  SAME_WARP, // other lanes, and nothing between
  UNPROXIED, // in order, but the async proxy may not see it
} order;

// Shared memory is used again by later CTAs: what their agents did is over.
static bool is_stale(const lookout *o, dl_em_epoch past) {
  const dl_em_clock *seen = &o->warp->view.seen;
  return past == 0 ||
         (o->is_shared && dl_em_epoch_agent(past) - seen->first >= seen->n);
}

static order order_of(const lookout *o, dl_em_epoch past, uint32_t info,
                      bool was_write) {
  const dl_em_view *view = &o->warp->view;
  if (past == o->now && o->access->epoch == 0) {
    bool is_same_lane = (info >> INFO_LANE_SHIFT & 31) == o->lane;
    return is_same_lane && !(info & INFO_SEVERAL) ? ORDERED : SAME_WARP;
  }
  if (!dl_em_clock_covers(&view->seen, past) ||
      ((info & INFO_BULK) && dl_em_bulk_is_pending(o->warp, past)))
    return UNORDERED;
  if (o->access->kind & DL_EM_TENSOR_MAP && was_write)
    return dl_em_clock_covers(&o->warp->map_fenced, past) ? ORDERED : UNPROXIED;
  bool is_proxied =
      !(o->access->kind & DL_EM_PROXY) || !was_write || !(info & INFO_GENERIC);
  return is_proxied || dl_em_clock_covers(&view->proxied, past) ? ORDERED
                                                                : UNPROXIED;
}

// The bytes that a lane stores, from its registers.
static void stored_bytes(const lookout *o, uint32_t lane, uint8_t *bytes) {
  const dl_em_operand *data = o->access->data;
  uint32_t n = data->kind == DL_EM_VECTOR ? data->n : 1;
  uint32_t each = o->access->n_bytes / n;
  for (uint32_t i = 0; i < n; ++i) {
    dl_em_slot slot = data->kind == DL_EM_VECTOR ? data->slots[i] : data->slot;
    memcpy(bytes + (size_t)i * each,
           (const uint8_t *)DL_EM_REG(o->warp, slot) +
               (size_t)lane * data->bytes,
           each);
  }
}

// Two writes of the same value: whoever wins, it is there.
static bool is_same_value(const lookout *o, order found, uint32_t info) {
  uint8_t own[64], other[64];
  if (!o->access->data)
    return false;
  uint32_t pc = info & INFO_PC, other_lane = info >> INFO_LANE_SHIFT & 31;
  stored_bytes(o, o->lane, own);
  if (found == SAME_WARP && &o->warp->kernel->insns[pc] == o->insn) {
    // The other lane's store is still to come.
    stored_bytes(o, other_lane, other);
    return memcmp(own, other, o->access->n_bytes) == 0;
  }
  return memcmp(own, o->access->host[o->lane], o->access->n_bytes) == 0;
}

// "warp 3", "warp 3 of CTA 1,0,0", "the cp.async of warp 3".
static void describe_agent(const lookout *o, dl_em_epoch past, char *text,
                           size_t room) {
  static const char *const queues[DL_EM_N_AGENTS] = {
      [DL_EM_AGENT_WARP] = "",
      [DL_EM_AGENT_COPY] = "the cp.async of ",
      [DL_EM_AGENT_BULK] = "the bulk copy of ",
      [DL_EM_AGENT_BULK_READ] = "the bulk copy of ",
      [DL_EM_AGENT_BULK_WRITE] = "the bulk copy of ",
      [DL_EM_AGENT_WGMMA] = "the wgmma of ",
  };
  const dl_em_run *run = o->warp->run;
  uint32_t agent = dl_em_epoch_agent(past), n_warps = run->ctas[0].n_warps;
  uint32_t warp = agent / DL_EM_N_AGENTS % n_warps;
  uint64_t number = agent / DL_EM_N_AGENTS / n_warps; // of the CTA
  const char *queue = queues[agent % DL_EM_N_AGENTS];
  if (number == o->warp->agent / DL_EM_N_AGENTS / n_warps) {
    snprintf(text, room, "%swarp %u", queue, warp);
    return;
  }
  uint32_t id[3];
  dl_em_cta_id(run, number, id);
  snprintf(text, room, "%swarp %u of CTA %u,%u,%u", queue, warp, id[0], id[1],
           id[2]);
}

static void report(const lookout *o, order found, dl_em_epoch past,
                   uint32_t info, bool was_write) {
  const dl_em_access *access = o->access;
  const dl_em_insn *other = &o->warp->kernel->insns[info & INFO_PC];
  const char *verb = access->kind & DL_EM_ATOMIC  ? "updates"
                     : access->kind & DL_EM_WRITE ? "writes"
                                                  : "reads";
  const char *done = was_write ? "written" : "read";
  const char *space = o->is_shared ? "shared" : "global";
  char who[100];
  describe_agent(o, past, who, sizeof(who));
  if (found == SAME_WARP)
    snprintf(who, sizeof(who), "lane %u of the same warp",
             info >> INFO_LANE_SHIFT & 31);
  unsigned long long address = access->address[o->lane];
  if (found == UNPROXIED) {
    dl_em_note(o->warp, o->insn, other, DL_EM_REPORT_PROXY, o->lane,
               "%s %u bytes at %s address 0x%llx, %s by %s at line %u with no "
               "fence.proxy.%s between",
               verb, access->n_bytes, space, address, done, who, other->line,
               access->kind & DL_EM_TENSOR_MAP ? "tensormap" : "async");
    return;
  }
  const char *missing =
      found == SAME_WARP ? "no bar.warp.sync is between them"
      : dl_em_epoch_agent(past) % DL_EM_N_AGENTS != DL_EM_AGENT_WARP
          ? "nobody here knows that it has completed"
          : "nothing orders the two";
  dl_em_note(o->warp, o->insn, other, DL_EM_REPORT_RACE, o->lane,
             "%s %u bytes at %s address 0x%llx, %s by %s at line %u, and %s",
             verb, access->n_bytes, space, address, done, who, other->line,
             missing);
}

// The common case: known to the warp, and not of this very moment.
static inline bool is_plainly_ordered(const lookout *o, dl_em_epoch past,
                                      uint32_t info) {
  const dl_em_clock *seen = &o->warp->view.seen;
  uint32_t at = dl_em_epoch_agent(past) - seen->first;
  return past == 0 || (at < seen->n && seen->own[at] >= (uint32_t)past &&
                       past != o->now && !(info & INFO_BULK) && !o->is_special);
}

static void check(const lookout *o, dl_em_epoch past, uint32_t info,
                  bool was_write) {
  if (is_stale(o, past))
    return;
  order found = order_of(o, past, info, was_write);
  if (found == ORDERED || (info & INFO_STRONG & o->info))
    return;
  bool is_write = o->access->kind & DL_EM_WRITE;
  if (was_write && is_write && is_same_value(o, found, info))
    return;
  report(o, found, past, info, was_write);
}

static void note_read(const lookout *o, dl_em_page *page, size_t cell,
                      bool is_global) {
  dl_em_plane *read = &page->planes[DL_EM_PLANE_READ];
  dl_em_epoch past = read->epoch[cell];
  if (past == o->now) {
    if ((read->info[cell] >> INFO_LANE_SHIFT & 31) != o->lane)
      read->info[cell] |= INFO_SEVERAL;
    return;
  }
  if (!is_global && !is_stale(o, past) &&
      !dl_em_clock_covers(&o->warp->view.seen, past) &&
      dl_em_page_want(page, DL_EM_PLANE_OTHER_READ)) {
    dl_em_plane *other = &page->planes[DL_EM_PLANE_OTHER_READ];
    dl_em_epoch kept = other->epoch[cell];
    if (is_stale(o, kept) || dl_em_clock_covers(&o->warp->view.seen, kept)) {
      other->epoch[cell] = past;
      other->info[cell] = read->info[cell];
    }
  }
  read->epoch[cell] = o->now;
  read->info[cell] = o->info;
}

static void read_cells(const lookout *o, dl_em_page *page, size_t first,
                       size_t n, bool is_global) {
  const dl_em_plane *written = &page->planes[DL_EM_PLANE_WRITE];
  if (!dl_em_page_want(page, DL_EM_PLANE_READ))
    return;
  for (size_t cell = first; cell < first + n; ++cell) {
    if (written->epoch &&
        !is_plainly_ordered(o, written->epoch[cell], written->info[cell]))
      check(o, written->epoch[cell], written->info[cell], true);
    note_read(o, page, cell, is_global);
  }
}

static void write_cells(const lookout *o, dl_em_page *page, size_t first,
                        size_t n) {
  dl_em_plane *written = &page->planes[DL_EM_PLANE_WRITE];
  if (!dl_em_page_want(page, DL_EM_PLANE_WRITE))
    return;
  for (size_t cell = first; cell < first + n; ++cell) {
    if (!is_plainly_ordered(o, written->epoch[cell], written->info[cell]))
      check(o, written->epoch[cell], written->info[cell], true);
    for (int kind = DL_EM_PLANE_READ; kind < DL_EM_N_PLANES; ++kind) {
      const dl_em_plane *read = &page->planes[kind];
      if (!read->epoch)
        continue;
      if (!is_plainly_ordered(o, read->epoch[cell], read->info[cell]))
        check(o, read->epoch[cell], read->info[cell], false);
      read->epoch[cell] = 0;
    }
    written->epoch[cell] = o->now;
    written->info[cell] = o->info;
  }
}

void dl_em_race_lane(dl_em_warp *warp, const dl_em_insn *insn,
                     const dl_em_access *access, uint32_t lane,
                     dl_em_shadow *shadow, uint64_t n_memory_bytes,
                     uint64_t at) {
  dl_em_page *page =
      dl_em_shadow_page(shadow, n_memory_bytes, at, access->n_bytes);
  if (!page)
    return;
  lookout o = {.warp = warp,
               .insn = insn,
               .access = access,
               .lane = lane,
               .is_shared = !shadow->is_global,
               .is_special = access->kind & (DL_EM_PROXY | DL_EM_TENSOR_MAP),
               .now = access->epoch ? access->epoch : dl_em_race_now(warp)};
  o.info = (uint32_t)(insn - warp->kernel->insns) | lane << INFO_LANE_SHIFT;
  if (access->kind & DL_EM_STRONG)
    o.info |= INFO_STRONG;
  if (access->epoch &&
      dl_em_epoch_agent(access->epoch) % DL_EM_N_AGENTS == DL_EM_AGENT_BULK)
    o.info |= INFO_BULK;
  if (!(access->kind & DL_EM_PROXY))
    o.info |= INFO_GENERIC;
  size_t first = (at & (DL_EM_PAGE_BYTES - 1)) >> page->shift;
  size_t n = access->n_bytes >> page->shift;
  if (access->kind & DL_EM_WRITE)
    write_cells(&o, page, first, n ? n : 1);
  else
    read_cells(&o, page, first, n ? n : 1, shadow->is_global);
}

void dl_em_race_release(dl_em_warp *warp, dl_em_view *to) {
  if (!warp->view.seen.own)
    return;
  if (!to->seen.own && to->seen.n_foreign == 0 &&
      !dl_em_view_init(to, warp->view.seen.n))
    return;
  if (to->seen.first != warp->view.seen.first)
    dl_em_view_reset(to, warp->view.seen.first);
  dl_em_view_join(to, &warp->view);
  dl_em_race_tick(warp);
}

void dl_em_race_acquire(dl_em_warp *warp, const dl_em_view *from) {
  if (!warp->view.seen.own || dl_em_clock_is_empty(&from->seen))
    return;
  dl_em_view_join(&warp->view, from);
  dl_em_race_tick(warp);
}

void dl_em_race_proxy_fence(dl_em_warp *warp) {
  if (!warp->view.seen.own)
    return;
  dl_em_clock_join(&warp->view.proxied, &warp->view.seen);
  dl_em_race_tick(warp);
}
