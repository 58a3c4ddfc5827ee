// Bulk asynchronous copies: of bytes, and of boxes of tensors. Private to
// runtime/emulate.
#ifndef DLOPT_RUNTIME_EMULATE_BULK_H
#define DLOPT_RUNTIME_EMULATE_BULK_H

#include "runtime/emulate/race.h"
#include "runtime/emulate/tensor_map.h"

// One side of a copy.
typedef struct dl_em_side {
  dl_em_space space;
  uint64_t address;
} dl_em_side;

// One copy on its way. It tells an mbarrier when it is complete, or belongs to
// a group of the lane that issued it.
struct dl_em_bulk {
  dl_em_bulk *next;
  dl_em_warp *warp;
  const dl_em_insn *insn;
  uint32_t lane;
  dl_em_cta *target; // whose mbarrier; null: a group
  uint32_t mbarrier; // its offset
  uint32_t group;
  dl_em_epoch read_epoch, write_epoch;
  dl_em_side to, from;
  bool is_tensor;  // the global side is a box of a tensor
  bool is_reduce;  // adds, or the like
  bool is_generic; // st.async: not by the async proxy
  dl_em_word type; // of the elements of a reduction
  dl_em_tensor_map map;
  int32_t coordinates[DL_EM_MAX_RANK];
  uint32_t piece_bytes, n_pieces;
  uint8_t *data; // its bytes, once they were read
};

/// Takes over *copy, checks its races and puts it on its way.
dl_em_next dl_em_bulk_issue(dl_em_warp *warp, const dl_em_insn *insn,
                            const dl_em_bulk *copy);
/// True if what an epoch stands for is a copy that is still on its way.
bool dl_em_bulk_is_pending(const dl_em_warp *asker, dl_em_epoch epoch);
/// Performs the copies that an mbarrier counts.
void dl_em_bulk_perform_for(dl_em_cta *cta, uint32_t mbarrier);
/// By chance, performs one that the warp issued or its CTA waits for.
void dl_em_bulk_perform_some(dl_em_warp *warp);
/// Reads, or reads and writes, of the groups before[lane] of some lanes.
void dl_em_bulk_perform_groups(dl_em_warp *warp, uint32_t mask,
                               const uint32_t *before, bool is_read_only);
/// Lanes end, a CTA ends: reports what nobody waited for, and performs it.
void dl_em_bulk_exit(dl_em_warp *warp, uint32_t mask);
void dl_em_bulks_end(dl_em_cta *cta);
void dl_em_bulks_free(dl_em_cta *cta);

#endif
