// From the addresses of a warp's access to memory: bounds, alignment, what was
// never written.
#include "runtime/emulate/race.h"

#include <stdio.h>
#include <string.h>

static const char *const space_names[DL_EM_N_SPACES] = {
    "generic", "global", "shared", "shared::cluster", "local", "const", "param",
};

// The memory that one lane's address lies in, as seen from its own space.
typedef struct window {
  uint8_t *data;
  uint8_t *written; // null: all is
  uint64_t n_bytes;
  uint64_t start; // offset of data[0] in the space
  bool is_read_only;
  dl_em_shadow *shadow; // null: no races there
} window;

void dl_em_access_addresses(const dl_em_warp *warp,
                            const dl_em_operand *operand,
                            dl_em_access *access) {
  uint64_t offset = (uint64_t)operand->value;
  if (operand->slot == 0) {
    for (int l = 0; l < DL_EM_LANES; ++l)
      access->address[l] = offset;
  } else if (operand->bytes == 8) {
    const uint64_t *base = DL_EM_REG(warp, operand->slot);
    for (int l = 0; l < DL_EM_LANES; ++l)
      access->address[l] = base[l] + offset;
  } else {
    const uint32_t *base = DL_EM_REG(warp, operand->slot);
    for (int l = 0; l < DL_EM_LANES; ++l)
      access->address[l] = (uint32_t)(base[l] + (uint32_t)offset);
  }
}

dl_em_cta *dl_em_access_cta(const dl_em_warp *warp, const dl_em_access *access,
                            uint32_t lane, uint32_t *offset) {
  uint64_t address = access->address[lane];
  if (access->space == DL_EM_SPACE_GENERIC) {
    if ((address & DL_EM_WINDOW_MASK) != DL_EM_SHARED_WINDOW)
      return NULL;
    address &= ~DL_EM_WINDOW_MASK;
  }
  uint64_t rank = address >> 24;
  *offset = (uint32_t)(address & 0xFFFFFF) - DL_EM_SHARED_START;
  return rank == 0
             ? warp->cta
             : dl_em_cluster_cta(warp, rank > 255 ? 255 : (uint32_t)rank - 1);
}

dl_em_cta *dl_em_cluster_cta(const dl_em_warp *warp, uint32_t rank) {
  const dl_em_run *run = warp->run;
  return rank < run->n_cluster ? &run->ctas[warp->cta->cluster_first + rank]
                               : NULL;
}

// The memory of a CTA that has ended is another's, or nobody's.
static bool shared_window(dl_em_cta *cta, window *w) {
  if (!cta || cta->n_live_warps == 0)
    return false;
  *w = (window){
      cta->shared, cta->shared_written, cta->shared_bytes, DL_EM_SHARED_START,
      false,       &cta->shadow};
  return true;
}

static bool global_window(dl_em_warp *warp, uint64_t address, window *w) {
  dl_em_region *region = dl_em_region_find(warp->run->device, address);
  if (!region)
    return false;
  *w = (window){
      region->data,         region->written,
      region->n_bytes,      region->address & ~DL_EM_WINDOW_MASK,
      region->is_read_only, region->is_read_only ? NULL : &region->shadow};
  return true;
}

// Which space a generic address lies in; *offset becomes that space's own.
static dl_em_space classify(uint64_t address, uint64_t *offset) {
  uint64_t tag = address & DL_EM_WINDOW_MASK;
  if (tag == 0)
    return DL_EM_SPACE_GLOBAL;
  *offset = address & ~DL_EM_WINDOW_MASK;
  if (tag == DL_EM_SHARED_WINDOW)
    return DL_EM_SPACE_SHARED_CLUSTER;
  if (tag == DL_EM_LOCAL_WINDOW)
    return DL_EM_SPACE_LOCAL;
  if (tag == DL_EM_PARAM_WINDOW)
    return DL_EM_SPACE_PARAM;
  if (tag == DL_EM_CONST_WINDOW)
    return DL_EM_SPACE_CONST;
  *offset = address;
  return DL_EM_SPACE_GLOBAL;
}

static bool find_window(dl_em_warp *warp, dl_em_space space, uint32_t lane,
                        uint64_t *offset, window *w) {
  const dl_em_kernel *kernel = warp->kernel;
  if (space == DL_EM_SPACE_GENERIC)
    space = classify(*offset, offset);
  switch (space) {
  case DL_EM_SPACE_SHARED:
  case DL_EM_SPACE_SHARED_CLUSTER: {
    // A plain offset is the own CTA's; other ranks are numbered from 1.
    uint64_t rank = *offset >> 24;
    if (rank == 0)
      return shared_window(warp->cta, w);
    *offset &= 0xFFFFFF;
    return rank <= UINT32_MAX &&
           shared_window(dl_em_cluster_cta(warp, (uint32_t)rank - 1), w);
  }
  case DL_EM_SPACE_LOCAL:
    *w = (window){warp->local + (size_t)lane * kernel->local_bytes,
                  NULL,
                  kernel->local_bytes,
                  DL_EM_LOCAL_START,
                  false,
                  NULL};
    return true;
  case DL_EM_SPACE_PARAM:
    *w = (window){warp->run->params, NULL, kernel->param_bytes, 0, true, NULL};
    return true;
  case DL_EM_SPACE_CONST:
    return global_window(warp, *offset | DL_EM_CONST_WINDOW, w);
  default:
    return global_window(warp, *offset, w);
  }
}

// Thread memory has its bits in one map for the whole warp.
static bool local_bits(const dl_em_warp *warp, const uint8_t *host,
                       uint8_t **written, uint64_t *at) {
  size_t bytes = (size_t)warp->kernel->local_bytes * DL_EM_LANES;
  if (bytes == 0 || host < warp->local || host >= warp->local + bytes)
    return false;
  *written = warp->local_written;
  *at = (uint64_t)(host - warp->local);
  return true;
}

// True if all bits from `at` on, n of them, are set.
static bool all_written(const uint8_t *written, uint64_t at, uint32_t n) {
  for (; n > 0 && (at & 7) != 0; --n, ++at)
    if (!(written[at >> 3] >> (at & 7) & 1))
      return false;
  for (; n >= 8; n -= 8, at += 8)
    if (written[at >> 3] != 0xFF)
      return false;
  uint8_t rest = (uint8_t)((1u << n) - 1);
  return n == 0 || (written[at >> 3] & rest) == rest;
}

static void mark_written(uint8_t *written, uint64_t at, uint32_t n) {
  for (; n > 0 && (at & 7) != 0; --n, ++at)
    written[at >> 3] |= (uint8_t)(1u << (at & 7));
  for (; n >= 8; n -= 8, at += 8)
    written[at >> 3] = 0xFF;
  if (n > 0)
    written[at >> 3] |= (uint8_t)((1u << n) - 1);
}

// What lies at or before a bad address.
static void describe_memory(dl_em_warp *warp, const dl_em_access *access,
                            uint32_t lane, const window *w, char *text,
                            size_t room) {
  uint64_t address = access->address[lane];
  const dl_em_device *device = warp->run->device;
  const dl_em_region *before = NULL;
  uint32_t offset;
  const dl_em_cta *cta = dl_em_access_cta(warp, access, lane, &offset);
  bool is_shared = access->space == DL_EM_SPACE_SHARED ||
                   access->space == DL_EM_SPACE_SHARED_CLUSTER ||
                   (address & DL_EM_WINDOW_MASK) == DL_EM_SHARED_WINDOW;
  for (uint32_t i = 0; i < device->n_regions; ++i)
    if (device->regions[i].address <= address)
      before = &device->regions[i];
  if (w)
    snprintf(text, room, "; the memory there is 0x%llx to 0x%llx",
             (unsigned long long)w->start,
             (unsigned long long)(w->start + w->n_bytes));
  else if (is_shared)
    snprintf(text, room,
             cta ? " of CTA %u of the cluster, which has ended"
                 : ", where the cluster has no CTA",
             cta ? cta->rank : 0);
  else if (before && address - before->address - before->n_bytes < 1 << 20)
    snprintf(text, room, ", %llu bytes past the end of '%.30s' (%llu bytes)",
             (unsigned long long)(address - before->address - before->n_bytes),
             before->name, (unsigned long long)before->n_bytes);
  else
    snprintf(text, room, ", where no memory is");
}

// False, with a report, if the lane may not do this.
static bool check_lane(dl_em_warp *warp, const dl_em_insn *insn,
                       const dl_em_access *access, uint32_t lane, bool is_found,
                       uint64_t offset, const window *w) {
  uint64_t address = access->address[lane];
  const char *space = space_names[access->space];
  const char *verb = access->kind & DL_EM_ATOMIC  ? "an atomic"
                     : access->kind & DL_EM_WRITE ? "a write"
                                                  : "a read";
  uint32_t n = access->n_bytes;
  if (address & (n - 1)) {
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_ALIGNMENT, lane,
               "%s of %u bytes at %s address 0x%llx", verb, n, space,
               (unsigned long long)address);
    return false;
  }
  uint64_t at = offset - w->start;
  if (!is_found || offset < w->start || n > w->n_bytes || at > w->n_bytes - n) {
    char place[100];
    describe_memory(warp, access, lane, is_found ? w : NULL, place,
                    sizeof(place));
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_BOUNDS, lane,
               "%s of %u bytes at %s address 0x%llx%s", verb, n, space,
               (unsigned long long)address, place);
    return false;
  }
  if (w->is_read_only && (access->kind & (DL_EM_WRITE | DL_EM_ATOMIC))) {
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_READ_ONLY, lane,
               "%s at %s address 0x%llx", verb, space,
               (unsigned long long)address);
    return false;
  }
  return true;
}

static void track_written(dl_em_warp *warp, const dl_em_insn *insn,
                          const dl_em_access *access, uint32_t lane,
                          uint8_t *written, uint64_t at) {
  if (!written && !local_bits(warp, access->host[lane], &written, &at))
    return;
  if ((access->kind & (DL_EM_READ | DL_EM_ATOMIC)) &&
      !all_written(written, at, access->n_bytes))
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_UNINITIALISED, lane,
               "%u bytes at %s address 0x%llx were not all written before",
               access->n_bytes, space_names[access->space],
               (unsigned long long)access->address[lane]);
  if (access->kind & (DL_EM_WRITE | DL_EM_ATOMIC))
    mark_written(written, at, access->n_bytes);
}

// True if a lane's access lies where it may; no report.
static bool is_legal(const dl_em_access *access, uint32_t lane, bool is_found,
                     uint64_t offset, const window *w) {
  uint32_t n = access->n_bytes;
  return (access->address[lane] & (n - 1)) == 0 && is_found &&
         offset >= w->start && n <= w->n_bytes &&
         offset - w->start <= w->n_bytes - n;
}

void dl_em_access_check(dl_em_warp *warp, const dl_em_insn *insn,
                        dl_em_access *access) {
  bool is_racing = warp->run->is_racing && !(access->kind & DL_EM_COMPLETE);
  bool is_issue = access->kind & DL_EM_ISSUE;
  window w = {0};
  bool is_found = false, is_shared = false;
  uint64_t last_offset = 0;
  uint32_t legal = 0;
  for (uint32_t m = access->mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    uint64_t offset = access->address[lane];
    // Lanes mostly go to the same memory: look it up only when they leave it.
    bool is_known = is_found && access->space == DL_EM_SPACE_GLOBAL &&
                    offset - w.start < w.n_bytes;
    if (!is_known) {
      w = (window){0};
      is_found = find_window(warp, access->space, lane, &offset, &w);
      is_shared = w.start == DL_EM_SHARED_START;
    }
    last_offset = offset - w.start;
    // An asynchronous operation is judged when it is performed.
    if (is_issue ? !is_legal(access, lane, is_found, offset, &w)
                 : !check_lane(warp, insn, access, lane, is_found, offset, &w))
      continue;
    legal |= (uint32_t)1 << lane;
    access->host[lane] = w.data + last_offset;
    if (is_racing && w.shadow)
      dl_em_race_lane(warp, insn, access, lane, w.shadow, w.n_bytes,
                      last_offset);
    if (!is_issue)
      track_written(warp, insn, access, lane, w.written, last_offset);
  }
  access->mask = legal;
  if (is_issue)
    return;
  // Whether an atomic changes anything is for it to say.
  if (legal && (access->kind & (DL_EM_WRITE | DL_EM_ATOMIC)) == DL_EM_WRITE)
    warp->run->last_change = warp->run->n_steps;
  if (!warp->run->device->options.is_uncounted && !(access->kind & DL_EM_PROXY))
    dl_em_count_access(warp, access, is_shared);
}
