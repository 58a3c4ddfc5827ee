// cp.async: copies that take effect at the wait that needs them, or, on
// request, at a random moment before. Groups are counted for each lane.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/mbarrier.h"

#include <stdlib.h>
#include <string.h>

// One cp.async of a warp on its way.
struct dl_em_copy {
  const dl_em_insn *insn;
  uint32_t mask; // lanes whose part is still to come
  uint32_t n_bytes;
  uint32_t n_read[DL_EM_LANES]; // the rest is filled with zeros
  uint32_t group[DL_EM_LANES];  // number of commits before it
  uint64_t to[DL_EM_LANES], from[DL_EM_LANES];
};

// Goes through the sources; fills `data` unless it is null.
static void read_sources(dl_em_warp *warp, const dl_em_copy *copy,
                         uint32_t mask, uint16_t kind, dl_em_epoch epoch,
                         uint8_t (*data)[16]) {
  dl_em_access access = {
      .space = DL_EM_SPACE_GLOBAL, .kind = kind, .epoch = epoch};
  // Lanes that read less than the others have an access of their own.
  while (mask) {
    uint32_t n = copy->n_read[__builtin_ctz(mask)];
    access.mask = 0;
    for (uint32_t m = mask; m; m &= m - 1)
      if (copy->n_read[__builtin_ctz(m)] == n)
        access.mask |= m & -m;
    mask &= ~access.mask;
    if (n == 0)
      continue;
    // An odd number of bytes is part of an aligned read of them all.
    access.n_bytes = (n & (n - 1)) == 0 ? n : copy->n_bytes;
    memcpy(access.address, copy->from, sizeof(copy->from));
    dl_em_access_check(warp, copy->insn, &access);
    for (uint32_t m = data ? access.mask : 0; m; m &= m - 1) {
      uint32_t lane = (uint32_t)__builtin_ctz(m);
      memcpy(data[lane], access.host[lane], n);
    }
  }
}

// Performs the part of a copy that the lanes of `mask` issued.
static void perform(dl_em_warp *warp, dl_em_copy *copy, uint32_t mask) {
  uint8_t data[DL_EM_LANES][16] = {{0}};
  read_sources(warp, copy, mask, DL_EM_READ | DL_EM_COMPLETE, 0, data);
  dl_em_access access = {.space = DL_EM_SPACE_SHARED,
                         .kind = DL_EM_WRITE | DL_EM_COMPLETE,
                         .n_bytes = copy->n_bytes,
                         .mask = mask};
  memcpy(access.address, copy->to, sizeof(copy->to));
  dl_em_access_check(warp, copy->insn, &access);
  for (uint32_t m = access.mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    memcpy(access.host[lane], data[lane], copy->n_bytes);
  }
  warp->run->device->counts.async_bytes +=
      (uint64_t)__builtin_popcount(access.mask) * copy->n_bytes;
  copy->mask &= ~mask;
}

// The race checks of a copy, at its issue: from then on until its group is
// waited for, nobody may touch what it writes, or write what it reads.
static void check_races(dl_em_warp *warp, const dl_em_copy *copy) {
  uint32_t rest = copy->mask;
  while (rest) {
    uint32_t group = copy->group[__builtin_ctz(rest)], mask = 0;
    for (uint32_t m = rest; m; m &= m - 1)
      if (copy->group[__builtin_ctz(m)] == group)
        mask |= m & -m;
    rest &= ~mask;
    dl_em_epoch epoch = (dl_em_epoch)(warp->agent + DL_EM_AGENT_COPY) << 32 |
                        (uint32_t)(group + 1);
    read_sources(warp, copy, mask, DL_EM_READ | DL_EM_ISSUE, epoch, NULL);
    dl_em_access access = {.space = DL_EM_SPACE_SHARED,
                           .kind = DL_EM_WRITE | DL_EM_ISSUE,
                           .n_bytes = copy->n_bytes,
                           .mask = mask,
                           .epoch = epoch};
    memcpy(access.address, copy->to, sizeof(copy->to));
    dl_em_access_check(warp, copy->insn, &access);
  }
}

static void drop_finished(dl_em_warp *warp) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < warp->n_copies; ++i)
    if (warp->copies[i].mask)
      warp->copies[kept++] = warp->copies[i];
  warp->n_copies = kept;
}

// Performs all copies of the lanes whose group is below `before[lane]`.
static void perform_before(dl_em_warp *warp, uint32_t mask,
                           const uint32_t *before) {
  for (uint32_t m = mask; warp->run->is_racing && m; m &= m - 1)
    dl_em_clock_raise(&warp->view.seen, warp->agent + DL_EM_AGENT_COPY,
                      before[__builtin_ctz(m)]);
  for (uint32_t i = 0; i < warp->n_copies; ++i) {
    dl_em_copy *copy = &warp->copies[i];
    uint32_t due = 0;
    for (uint32_t m = copy->mask & mask; m; m &= m - 1) {
      uint32_t lane = (uint32_t)__builtin_ctz(m);
      due |= (uint32_t)(copy->group[lane] < before[lane]) << lane;
    }
    if (due)
      perform(warp, copy, due);
  }
  drop_finished(warp);
}

void dl_em_copies_perform_some(dl_em_warp *warp) {
  if (warp->n_copies == 0 || dl_em_random(warp->run) % 4 != 0)
    return;
  dl_em_copy *copy = &warp->copies[dl_em_random(warp->run) % warp->n_copies];
  perform(warp, copy, copy->mask);
  drop_finished(warp);
}

void dl_em_copies_perform_all(dl_em_warp *warp, uint32_t mask) {
  uint32_t before[DL_EM_LANES];
  memset(before, 0xFF, sizeof(before));
  perform_before(warp, mask, before);
}

static dl_em_copy *new_copy(dl_em_warp *warp) {
  if (warp->n_copies == warp->room_copies) {
    uint32_t room = warp->room_copies * 2 + 16;
    dl_em_copy *grown = realloc(warp->copies, room * sizeof(*grown));
    if (!grown)
      return NULL;
    warp->copies = grown;
    warp->room_copies = room;
  }
  return &warp->copies[warp->n_copies++];
}

// Bytes to read of each lane: all, or what the optional operand says.
static void read_sizes(const dl_em_warp *warp, const dl_em_insn *insn,
                       uint32_t n_bytes, uint32_t *sizes) {
  const dl_em_operand *size =
      insn->n_operands > 3 ? &insn->operands[3] : &insn->operands[0];
  const dl_em_row *row = dl_em_row_of(insn->row);
  bool is_predicate = row->signature[3] == 'p',
       has_size = size->slot != 0 && insn->n_operands > 3 && size->bytes == 4;
  uint32_t ignored = is_predicate ? dl_em_predicate(warp, size) : 0;
  const uint32_t *lanes = DL_EM_REG(warp, size->slot);
  for (int l = 0; l < DL_EM_LANES; ++l) {
    uint32_t n = !is_predicate && has_size ? lanes[l] : n_bytes;
    n = ignored >> l & 1 ? 0 : n;
    sizes[l] = n < n_bytes ? n : n_bytes;
  }
}

dl_em_next dl_em_do_cp_async(dl_em_warp *warp, const dl_em_insn *insn,
                             uint32_t mask) {
  uint32_t n_bytes = (uint32_t)insn->operands[2].value;
  bool is_l2_only = dl_em_has(insn, DL_EM_W_cg);
  if (is_l2_only ? n_bytes != 16
                 : n_bytes != 4 && n_bytes != 8 && n_bytes != 16)
    return dl_em_stop(warp, insn, "cp.async of %u bytes", n_bytes);
  dl_em_copy *copy = new_copy(warp);
  if (!copy)
    return dl_em_stop(warp, insn, "no memory for an asynchronous copy");
  copy->insn = insn;
  copy->mask = mask;
  copy->n_bytes = n_bytes;
  dl_em_access access;
  dl_em_access_addresses(warp, &insn->operands[0], &access);
  memcpy(copy->to, access.address, sizeof(copy->to));
  dl_em_access_addresses(warp, &insn->operands[1], &access);
  memcpy(copy->from, access.address, sizeof(copy->from));
  memcpy(copy->group, warp->n_commits, sizeof(copy->group));
  read_sizes(warp, insn, n_bytes, copy->n_read);
  if (warp->run->is_racing)
    check_races(warp, copy);
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_cp_async_commit(dl_em_warp *warp, const dl_em_insn *insn,
                                    uint32_t mask) {
  for (uint32_t m = mask; m; m &= m - 1)
    ++warp->n_commits[__builtin_ctz(m)];
  return DL_EM_NEXT;
}

// Performed at once, which the chip may do too; who may read it is known from
// the mbarrier.
dl_em_next dl_em_do_cp_async_arrive(dl_em_warp *warp, const dl_em_insn *insn,
                                    uint32_t mask) {
  for (uint32_t i = 0; i < warp->n_copies; ++i)
    if (warp->copies[i].mask & mask)
      perform(warp, &warp->copies[i], warp->copies[i].mask & mask);
  drop_finished(warp);
  dl_em_mbarrier_arrive_copy(warp, insn, mask, !dl_em_has(insn, DL_EM_W_noinc));
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_cp_async_wait(dl_em_warp *warp, const dl_em_insn *insn,
                                  uint32_t mask) {
  uint32_t before[DL_EM_LANES];
  uint64_t kept = 0;
  // wait_all is a commit and a wait for all groups.
  if (dl_em_has(insn, DL_EM_W_wait_all))
    dl_em_do_cp_async_commit(warp, insn, mask);
  else
    kept = (uint64_t)insn->operands[0].value;
  for (int l = 0; l < DL_EM_LANES; ++l)
    before[l] =
        warp->n_commits[l] > kept ? warp->n_commits[l] - (uint32_t)kept : 0;
  perform_before(warp, mask, before);
  return DL_EM_NEXT;
}
