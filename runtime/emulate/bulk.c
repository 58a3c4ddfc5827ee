// Bulk copies on their way: a queue a warp for those with groups, one a CTA
// for those that its mbarriers count. A copy is performed at the wait that
// needs it, or, on request, at a random moment before.
#include "runtime/emulate/bulk.h"

#include "runtime/emulate/mbarrier.h"

#include <stdlib.h>
#include <string.h>

// Bytes [first, first + n) of a piece, at its place on one side.
typedef struct part {
  uint64_t address;
  uint32_t first, n;
} part;

static part part_of(const dl_em_bulk *copy, const dl_em_side *side,
                    uint32_t index) {
  if (!copy->is_tensor)
    return (part){side->address + (uint64_t)index * copy->piece_bytes, 0,
                  copy->piece_bytes};
  dl_em_piece piece =
      dl_em_tensor_map_piece(&copy->map, copy->coordinates, index);
  if (side->space == DL_EM_SPACE_GLOBAL)
    return (part){piece.address, piece.first, piece.n_bytes};
  return (part){dl_em_swizzled(side->address + piece.offset, copy->map.swizzle),
                0, DL_EM_PIECE_BYTES};
}

// What is done with the bytes of a side, at their place in memory.
typedef void (*use_fn)(dl_em_bulk *copy, uint32_t at, uint8_t *host,
                       uint32_t n);

// Up to 32 pieces at once: those that are whole, and the elements of others.
static void touch_some(dl_em_bulk *copy, const dl_em_side *side, uint32_t start,
                       uint32_t n, dl_em_access *access, use_fn use) {
  part parts[DL_EM_LANES];
  uint32_t whole = 0, cut = 0;
  for (uint32_t i = 0; i < n; ++i) {
    parts[i] = part_of(copy, side, start + i);
    // Boxes start at any element, so their pieces may lie askew.
    bool is_whole = parts[i].n == copy->piece_bytes &&
                    (!copy->is_tensor || parts[i].address % parts[i].n == 0);
    whole |= (uint32_t)is_whole << i;
    cut |= (uint32_t)(parts[i].n != 0 && !is_whole) << i;
  }
  uint32_t each = cut ? copy->map.element_bytes : copy->piece_bytes;
  for (uint32_t byte = 0; byte < copy->piece_bytes; byte += each) {
    bool is_last = !cut || byte + each >= copy->piece_bytes;
    access->n_bytes = each;
    access->mask = cut ? 0 : whole;
    for (uint32_t i = 0; i < n; ++i) {
      access->address[i] = parts[i].address + byte;
      if (cut && byte >= parts[i].first && byte < parts[i].first + parts[i].n)
        access->mask |= (uint32_t)1 << i;
    }
    dl_em_access_check(copy->warp, copy->insn, access);
    for (uint32_t m = use ? access->mask : 0; m; m &= m - 1) {
      uint32_t i = (uint32_t)__builtin_ctz(m);
      use(copy, (start + i) * copy->piece_bytes + byte, access->host[i], each);
    }
    if (is_last)
      break;
  }
}

static void touch(dl_em_bulk *copy, const dl_em_side *side, uint16_t kind,
                  dl_em_epoch epoch, use_fn use) {
  dl_em_access access = {
      .space = side->space,
      .kind = (uint16_t)(kind | (copy->is_generic ? 0 : DL_EM_PROXY)),
      .epoch = epoch};
  for (uint32_t i = 0; i < copy->n_pieces; i += DL_EM_LANES) {
    uint32_t n = copy->n_pieces - i;
    touch_some(copy, side, i, n < DL_EM_LANES ? n : DL_EM_LANES, &access, use);
  }
}

static void take_bytes(dl_em_bulk *copy, uint32_t at, uint8_t *host,
                       uint32_t n) {
  memcpy(copy->data + at, host, n);
}

static void put_bytes(dl_em_bulk *copy, uint32_t at, uint8_t *host,
                      uint32_t n) {
  memcpy(host, copy->data + at, n);
}

static void reduce_bytes(dl_em_bulk *copy, uint32_t at, uint8_t *host,
                         uint32_t n) {
  uint32_t each = dl_em_word_of(copy->type)->bytes;
  for (uint32_t i = 0; i < n; i += each) {
    uint64_t old = 0, value = 0;
    memcpy(&old, host + i, each);
    memcpy(&value, copy->data + at + i, each);
    old = dl_em_atomic_result(copy->insn, copy->type, old, value);
    memcpy(host + i, &old, each);
  }
}

static uint16_t write_kind(const dl_em_bulk *copy) {
  return copy->is_reduce
             ? DL_EM_READ | DL_EM_WRITE | DL_EM_ATOMIC | DL_EM_STRONG
             : DL_EM_WRITE;
}

static void read_side(dl_em_bulk *copy) {
  if (copy->data)
    return;
  copy->data = calloc(copy->n_pieces + 1, copy->piece_bytes);
  if (!copy->data) {
    dl_em_stop(copy->warp, copy->insn, "no memory for a bulk copy");
    return;
  }
  touch(copy, &copy->from, DL_EM_READ | DL_EM_COMPLETE, 0, take_bytes);
}

// Completes a copy that is in no queue any more.
static void perform(dl_em_bulk *copy) {
  dl_em_run *run = copy->warp->run;
  read_side(copy);
  if (copy->data)
    touch(copy, &copy->to, write_kind(copy) | DL_EM_COMPLETE, 0,
          copy->is_reduce ? reduce_bytes : put_bytes);
  uint32_t n_bytes = copy->n_pieces * copy->piece_bytes;
  run->device->counts.async_bytes += n_bytes;
  run->last_change = run->n_steps;
  if (copy->target)
    dl_em_mbarrier_complete(copy->warp, copy->insn, copy->target,
                            copy->mbarrier, n_bytes, copy->write_epoch);
  free(copy->data);
  free(copy);
}

dl_em_next dl_em_bulk_issue(dl_em_warp *warp, const dl_em_insn *insn,
                            const dl_em_bulk *given) {
  dl_em_bulk *copy = malloc(sizeof(*copy));
  if (!copy)
    return dl_em_stop(warp, insn, "no memory for a bulk copy");
  *copy = *given;
  copy->warp = warp;
  copy->insn = insn;
  dl_em_epoch agent = warp->agent;
  if (copy->target) {
    copy->read_epoch = copy->write_epoch =
        (agent + DL_EM_AGENT_BULK) << 32 | ++warp->n_bulks;
  } else {
    copy->group = warp->n_bulk_commits[copy->lane];
    copy->read_epoch =
        (agent + DL_EM_AGENT_BULK_READ) << 32 | (copy->group + 1);
    copy->write_epoch =
        (agent + DL_EM_AGENT_BULK_WRITE) << 32 | (copy->group + 1);
  }
  if (warp->run->is_racing) {
    if (!copy->data)
      touch(copy, &copy->from, DL_EM_READ | DL_EM_ISSUE, copy->read_epoch,
            NULL);
    touch(copy, &copy->to, write_kind(copy) | DL_EM_ISSUE, copy->write_epoch,
          NULL);
  }
  dl_em_bulk **at = copy->target ? &copy->target->bulks : &warp->bulks;
  while (*at)
    at = &(*at)->next;
  copy->next = NULL;
  *at = copy;
  return DL_EM_NEXT;
}

bool dl_em_bulk_is_pending(const dl_em_warp *asker, dl_em_epoch epoch) {
  uint32_t agent = dl_em_epoch_agent(epoch);
  uint32_t at = agent - asker->view.seen.first;
  if (agent % DL_EM_N_AGENTS != DL_EM_AGENT_BULK || at >= asker->view.seen.n)
    return false;
  const dl_em_run *run = asker->run;
  const dl_em_cta *cta = &run->ctas[asker->cta->cluster_first];
  for (uint32_t c = 0; c < run->n_cluster; ++c)
    for (const dl_em_bulk *copy = cta[c].bulks; copy; copy = copy->next)
      if (copy->write_epoch == epoch)
        return true;
  return false;
}

void dl_em_bulk_perform_for(dl_em_cta *cta, uint32_t mbarrier) {
  dl_em_bulk **at = &cta->bulks;
  while (*at) {
    dl_em_bulk *copy = *at;
    if (copy->mbarrier != mbarrier) {
      at = &copy->next;
      continue;
    }
    *at = copy->next;
    perform(copy);
  }
}

void dl_em_bulk_perform_some(dl_em_warp *warp) {
  dl_em_bulk **queues[] = {&warp->bulks, &warp->cta->bulks};
  dl_em_bulk **at = queues[dl_em_random(warp->run) % 2];
  while (*at && dl_em_random(warp->run) % 4 != 0)
    at = &(*at)->next;
  dl_em_bulk *copy = *at;
  if (!copy)
    return;
  *at = copy->next;
  perform(copy);
}

void dl_em_bulk_perform_groups(dl_em_warp *warp, uint32_t mask,
                               const uint32_t *before, bool is_read_only) {
  dl_em_bulk **at = &warp->bulks;
  while (*at) {
    dl_em_bulk *copy = *at;
    bool is_due = (mask >> copy->lane & 1) && copy->group < before[copy->lane];
    if (is_due && is_read_only)
      read_side(copy);
    if (!is_due || is_read_only) {
      at = &copy->next;
      continue;
    }
    *at = copy->next;
    perform(copy);
  }
  for (uint32_t m = warp->run->is_racing ? mask : 0; m; m &= m - 1) {
    uint32_t known = before[__builtin_ctz(m)];
    dl_em_clock_raise(&warp->view.seen, warp->agent + DL_EM_AGENT_BULK_READ,
                      known);
    if (!is_read_only)
      dl_em_clock_raise(&warp->view.seen, warp->agent + DL_EM_AGENT_BULK_WRITE,
                        known);
  }
}

void dl_em_bulk_exit(dl_em_warp *warp, uint32_t mask) {
  dl_em_bulk **at = &warp->bulks;
  while (*at) {
    dl_em_bulk *copy = *at;
    if (!(mask >> copy->lane & 1)) {
      at = &copy->next;
      continue;
    }
    if (!copy->data)
      dl_em_note(warp, copy->insn, NULL, DL_EM_REPORT_ASYNC, copy->lane,
                 "the lane ends while this copy may still read shared memory: "
                 "no cp.async.bulk.wait_group for it");
    *at = copy->next;
    perform(copy);
  }
}

void dl_em_bulks_end(dl_em_cta *cta) {
  while (cta->bulks) {
    dl_em_bulk *copy = cta->bulks;
    dl_em_note(copy->warp, copy->insn, NULL, DL_EM_REPORT_ASYNC, copy->lane,
               "the CTA ends while this copy is on its way: nobody waited for "
               "the mbarrier at 0x%x",
               copy->mbarrier + DL_EM_SHARED_START);
    cta->bulks = copy->next;
    perform(copy);
  }
}

static void free_queue(dl_em_bulk *copy) {
  while (copy) {
    dl_em_bulk *next = copy->next;
    free(copy->data);
    free(copy);
    copy = next;
  }
}

void dl_em_bulks_free(dl_em_cta *cta) {
  free_queue(cta->bulks);
  for (uint32_t w = 0; cta->warps && w < cta->n_warps; ++w)
    free_queue(cta->warps[w].bulks);
}
