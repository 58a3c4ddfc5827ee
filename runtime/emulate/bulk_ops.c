// The instructions that start bulk copies and wait for their groups.
#include "runtime/emulate/bulk.h"
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/mbarrier.h"

#include <stdlib.h>
#include <string.h>

static uint64_t address_of(const dl_em_warp *warp, const dl_em_operand *operand,
                           uint32_t lane) {
  dl_em_access access;
  dl_em_access_addresses(warp, operand, &access);
  return access.address[lane];
}

static uint32_t word_of(const dl_em_warp *warp, const dl_em_operand *operand,
                        uint32_t lane) {
  return ((const uint32_t *)DL_EM_REG(warp, operand->slot))[lane];
}

// Whom a copy tells: the mbarrier of an operand, in the CTA of a rank, or in
// the one that the address names if rank is UINT32_MAX. False, reported, if
// there is none.
static bool find_target(dl_em_warp *warp, const dl_em_insn *insn,
                        const dl_em_operand *operand, uint32_t lane,
                        uint32_t rank, dl_em_bulk *copy) {
  dl_em_access access = {.space = DL_EM_SPACE_SHARED_CLUSTER};
  dl_em_access_addresses(warp, operand, &access);
  dl_em_cta *cta = dl_em_access_cta(warp, &access, lane, &copy->mbarrier);
  if (cta && rank != UINT32_MAX)
    cta = dl_em_cluster_cta(warp, rank);
  const dl_em_mbarrier *m =
      cta ? dl_em_mbarrier_find(cta, copy->mbarrier) : NULL;
  if (!m) {
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_MBARRIER, lane,
               "no mbarrier was initialised at 0x%llx",
               (unsigned long long)access.address[lane]);
    return false;
  }
  if (!m->is_fenced && !copy->is_generic)
    dl_em_note(warp, insn, m->made, DL_EM_REPORT_PROXY, lane,
               "the copy tells an mbarrier that was initialised at line %u, "
               "with no fence.mbarrier_init or fence.proxy.async since",
               m->made->line);
  copy->target = cta;
  return true;
}

// An address as seen from another CTA of the cluster.
static uint64_t moved_to(uint64_t address, uint32_t rank) {
  return (address & 0xFFFFFF) | (uint64_t)(rank + 1) << 24;
}

// Issues a copy to shared memory, to each CTA of a multicast.
static dl_em_next issue_in(dl_em_warp *warp, const dl_em_insn *insn,
                           const dl_em_operand *mbarrier, uint32_t cta_mask,
                           dl_em_bulk *copy) {
  if (!dl_em_has(insn, DL_EM_W_multicast_cluster))
    return find_target(warp, insn, mbarrier, copy->lane, UINT32_MAX, copy)
               ? dl_em_bulk_issue(warp, insn, copy)
               : DL_EM_NEXT;
  uint32_t n = warp->run->n_cluster;
  if (cta_mask == 0 || cta_mask >> n != 0)
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, copy->lane,
               "a multicast to CTAs 0x%x of a cluster of %u", cta_mask, n);
  uint64_t address = copy->to.address;
  for (uint32_t rank = 0; rank < n; ++rank) {
    if (!(cta_mask >> rank & 1))
      continue;
    copy->to.address = moved_to(address, rank);
    if (find_target(warp, insn, mbarrier, copy->lane, rank, copy) &&
        dl_em_bulk_issue(warp, insn, copy) == DL_EM_STOP)
      return DL_EM_STOP;
  }
  return DL_EM_NEXT;
}

static bool is_aligned(dl_em_warp *warp, const dl_em_insn *insn, uint32_t lane,
                       const char *what, uint64_t value, uint64_t align) {
  if (value % align == 0)
    return true;
  dl_em_note(warp, insn, NULL, DL_EM_REPORT_ALIGNMENT, lane,
             "%s 0x%llx of a bulk copy is no multiple of %llu", what,
             (unsigned long long)value, (unsigned long long)align);
  return false;
}

static void fill_sides(const dl_em_warp *warp, const dl_em_insn *insn,
                       uint32_t lane, dl_em_bulk *copy) {
  const dl_em_operand *o = insn->operands;
  bool is_out = dl_em_has(insn, DL_EM_W_bulk_group);
  bool is_local =
      dl_em_has(insn, DL_EM_W_shared_cta) && !dl_em_has(insn, DL_EM_W_global);
  copy->to =
      (dl_em_side){is_out ? DL_EM_SPACE_GLOBAL : DL_EM_SPACE_SHARED_CLUSTER,
                   address_of(warp, &o[0], lane)};
  copy->from =
      (dl_em_side){is_out || is_local ? DL_EM_SPACE_SHARED : DL_EM_SPACE_GLOBAL,
                   address_of(warp, &o[1], lane)};
}

// to, from, size, [mbarrier, [CTA mask]], [cache policy].
dl_em_next dl_em_do_bulk(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    uint32_t n_bytes = word_of(warp, &o[2], lane);
    dl_em_bulk copy = {.lane = lane,
                       .piece_bytes = DL_EM_PIECE_BYTES,
                       .n_pieces = n_bytes / DL_EM_PIECE_BYTES,
                       .is_reduce = insn->n_types > 0,
                       .type = (dl_em_word)insn->type[0]};
    fill_sides(warp, insn, lane, &copy);
    if (!is_aligned(warp, insn, lane, "the size", n_bytes, 16) ||
        !is_aligned(warp, insn, lane, "destination", copy.to.address, 16) ||
        !is_aligned(warp, insn, lane, "source", copy.from.address, 16))
      continue;
    bool is_multicast = dl_em_has(insn, DL_EM_W_multicast_cluster);
    dl_em_next next =
        dl_em_has(insn, DL_EM_W_bulk_group)
            ? dl_em_bulk_issue(warp, insn, &copy)
            : issue_in(warp, insn, &o[3],
                       is_multicast ? ((const uint16_t *)DL_EM_REG(
                                          warp, o[4].slot))[lane]
                                    : 0,
                       &copy);
    if (next == DL_EM_STOP)
      return next;
  }
  return DL_EM_NEXT;
}

// The descriptor behind an address; false, reported, if there is none.
static bool load_map(dl_em_warp *warp, const dl_em_insn *insn,
                     const dl_em_operand *operand, uint32_t lane,
                     dl_em_tensor_map *map) {
  uint64_t address = address_of(warp, operand, lane);
  dl_em_access access = {.space = DL_EM_SPACE_GENERIC,
                         .kind = DL_EM_READ | DL_EM_TENSOR_MAP,
                         .n_bytes = 16,
                         .mask = 0xFF};
  if (!is_aligned(warp, insn, lane, "descriptor", address, 64))
    return false;
  for (uint32_t i = 0; i < 8; ++i)
    access.address[i] = address + 16 * i;
  dl_em_access_check(warp, insn, &access);
  if (access.mask != 0xFF)
    return false;
  for (uint32_t i = 0; i < 8; ++i)
    memcpy((uint8_t *)map + 16 * i, access.host[i], 16);
  if (dl_em_tensor_map_is_valid(map))
    return true;
  dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, lane,
             "what lies at 0x%llx is no TMA descriptor",
             (unsigned long long)address);
  return false;
}

static uint32_t rank_of(const dl_em_insn *insn) {
  for (uint32_t i = 0; i < DL_EM_MAX_RANK; ++i)
    if (dl_em_has(insn, (dl_em_word)(DL_EM_W_d1 + i)))
      return i + 1;
  return 0;
}

// Loads: to, map, coordinates, mbarrier, ...; stores: map, coordinates, from.
dl_em_next dl_em_do_bulk_tensor(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask) {
  bool is_out = dl_em_has(insn, DL_EM_W_bulk_group);
  const dl_em_operand *o = insn->operands;
  const dl_em_operand *shared = is_out ? &o[2] : &o[0];
  const dl_em_operand *map = is_out ? &o[0] : &o[1];
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m), rank = rank_of(insn);
    dl_em_bulk copy = {.lane = lane,
                       .is_tensor = true,
                       .piece_bytes = DL_EM_PIECE_BYTES,
                       .is_reduce = is_out && !dl_em_has(insn, DL_EM_W_async)};
    dl_em_side inside = {is_out ? DL_EM_SPACE_SHARED
                                : DL_EM_SPACE_SHARED_CLUSTER,
                         address_of(warp, shared, lane)};
    dl_em_side outside = {DL_EM_SPACE_GLOBAL, 0};
    if (!load_map(warp, insn, map, lane, &copy.map) ||
        !is_aligned(warp, insn, lane, "shared address", inside.address, 128))
      continue;
    if (copy.map.rank != rank) {
      dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, lane,
                 "a copy of %u dimensions with a descriptor of %u", rank,
                 copy.map.rank);
      continue;
    }
    copy.to = is_out ? outside : inside;
    copy.from = is_out ? inside : outside;
    copy.is_reduce = dl_em_row_of(insn->row)->pattern[0] == 'r';
    copy.type = (dl_em_word)copy.map.type;
    copy.n_pieces = dl_em_tensor_map_box_bytes(&copy.map) / DL_EM_PIECE_BYTES;
    for (uint32_t i = 0; i < rank; ++i)
      copy.coordinates[i] =
          ((const int32_t *)DL_EM_REG(warp, map[1].slots[i]))[lane];
    bool is_multicast = dl_em_has(insn, DL_EM_W_multicast_cluster);
    uint32_t cta_mask =
        is_multicast ? ((const uint16_t *)DL_EM_REG(warp, o[4].slot))[lane] : 0;
    dl_em_next next = is_out ? dl_em_bulk_issue(warp, insn, &copy)
                             : issue_in(warp, insn, &o[3], cta_mask, &copy);
    if (next == DL_EM_STOP)
      return next;
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_bulk_commit(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask) {
  for (uint32_t m = mask; m; m &= m - 1)
    ++warp->n_bulk_commits[__builtin_ctz(m)];
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_bulk_wait(dl_em_warp *warp, const dl_em_insn *insn,
                              uint32_t mask) {
  uint32_t before[DL_EM_LANES];
  uint64_t kept = (uint64_t)insn->operands[0].value;
  for (int l = 0; l < DL_EM_LANES; ++l)
    before[l] = warp->n_bulk_commits[l] > kept
                    ? warp->n_bulk_commits[l] - (uint32_t)kept
                    : 0;
  dl_em_bulk_perform_groups(warp, mask, before, dl_em_has(insn, DL_EM_W_read));
  return DL_EM_NEXT;
}

// st.async and red.async: address, values, mbarrier. Each lane's store is a
// copy of its own, from registers.
dl_em_next dl_em_do_store_async(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  uint32_t each = dl_em_word_of((dl_em_word)insn->type[0])->bytes;
  uint32_t n = insn->n_vector;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    dl_em_bulk copy = {
        .lane = lane,
        .to = {DL_EM_SPACE_SHARED_CLUSTER, address_of(warp, &o[0], lane)},
        .is_reduce = dl_em_row_of(insn->row)->base[0] == 'r',
        .is_generic = true,
        .type = (dl_em_word)insn->type[0],
        .piece_bytes = each * n,
        .n_pieces = 1};
    if (!find_target(warp, insn, &o[2], lane, UINT32_MAX, &copy))
      continue;
    copy.data = malloc(copy.piece_bytes);
    if (!copy.data)
      return dl_em_stop(warp, insn, "no memory for an asynchronous store");
    for (uint32_t i = 0; i < n; ++i) {
      dl_em_slot slot = o[1].kind == DL_EM_VECTOR ? o[1].slots[i] : o[1].slot;
      memcpy(copy.data + (size_t)i * each,
             (const uint8_t *)DL_EM_REG(warp, slot) + (size_t)lane * o[1].bytes,
             each);
    }
    if (dl_em_bulk_issue(warp, insn, &copy) == DL_EM_STOP)
      return DL_EM_STOP;
  }
  return DL_EM_NEXT;
}
