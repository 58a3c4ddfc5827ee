// A tile of attention: its place, the loop over blocks of keys, its results.
#include <math.h>

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/attention.h"
#include "lowering/reference/scalar.h"

enum { MAX_CARRIED = 512 };

MlirValue dl_attend_i32(const dl_attend *attend, int64_t value) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  return dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 32), value);
}

// What loops carry: sums, maxima, totals.

static int list_state(dl_attend *attend, MlirValue *list, bool is_to_list) {
  int count = 0;
#define VISIT(value)                                                           \
  do {                                                                         \
    if (is_to_list)                                                            \
      list[count++] = (value);                                                 \
    else                                                                       \
      (value) = list[count++];                                                 \
  } while (0)
  for (int i = 0; i < attend->n_atoms; ++i) {
    for (int j = 0; j < attend->value_atoms; ++j)
      for (int k = 0; k < 4; ++k)
        VISIT(attend->sums[i][j][k]);
    for (int half = 0; half < 2; ++half) {
      VISIT(attend->maxima[i][half]);
      VISIT(attend->totals[i][half]);
    }
  }
#undef VISIT
  return count;
}

static void reset_state(dl_attend *attend) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirType type = attend->attention->type;
  MlirValue zero = dl_zero(bld, type);
  for (int i = 0; i < attend->n_atoms; ++i) {
    for (int j = 0; j < attend->value_atoms; ++j)
      for (int k = 0; k < 4; ++k)
        attend->sums[i][j][k] = zero;
    for (int half = 0; half < 2; ++half) {
      attend->maxima[i][half] = dl_constant_float(bld, type, -INFINITY);
      attend->totals[i][half] = zero;
    }
  }
}

// The ring.

/// Slots of the ring, and the block that is next to come.
struct ring {
  MlirValue read, write; ///< byte offsets
  MlirValue count;       ///< of blocks
};

static void start_block(dl_attend *attend, MlirValue block, MlirValue slot,
                        MlirValue count) {
  dl_load_stages(&attend->blocks, block, slot,
                 dl_is_step(&attend->blocks, block, count));
  dl_nvvm_cp_async_commit_group(&attend->queries.emitter->bld);
}

/// Queries and the first blocks.
static void fill_ring(dl_attend *attend, struct ring *ring) {
  const dl_emitter *emitter = attend->queries.emitter;
  MlirValue first = dl_attend_i32(attend, 0);
  dl_load_stages(&attend->queries, dl_index_constant(emitter, 0), first,
                 (MlirValue){NULL});
  dl_land_stages(&attend->queries, first);
  int ahead = attend->schedule->stages - 1;
  for (int i = 0; i < ahead; ++i) {
    MlirValue slot = dl_attend_i32(attend, i * attend->blocks.slot_bytes);
    start_block(attend, dl_index_constant(emitter, i), slot, ring->count);
    dl_land_stages(&attend->blocks, slot);
  }
  ring->read = first;
  ring->write = dl_attend_i32(attend, ahead * attend->blocks.slot_bytes);
  dl_wait_for_stage(&attend->blocks);
  if (attend->schedule->holds_queries)
    dl_hold_queries(attend);
}

// One block.

static void compute_block(dl_attend *attend, MlirValue slot, MlirValue first) {
  MlirType type = attend->attention->type;
  MlirValue zero = dl_zero(&attend->queries.emitter->bld, type);
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int j = 0; j < attend->key_atoms; ++j)
      for (int k = 0; k < 4; ++k)
        attend->scores[i][j][k] = zero;
  if (attend->atom)
    dl_matrix_scores(attend, slot);
  else
    dl_fma_scores(attend, slot);
  dl_mask_scores(attend, first);
  dl_weigh_scores(attend);
  if (attend->atom)
    dl_matrix_values(attend, slot);
  else
    dl_fma_values(attend, slot);
}

static void run_block(dl_attend *attend, struct ring *ring, MlirValue block,
                      bool is_masked) {
  const dl_emitter *emitter = attend->queries.emitter;
  const dl_builder *bld = &emitter->bld;
  int ahead = attend->schedule->stages - 1;
  MlirValue first = {NULL};
  if (is_masked)
    first = dl_int_mul(bld, block,
                       dl_index_constant(emitter, attend->schedule->keys));
  start_block(attend, dl_int_add(bld, block, dl_index_constant(emitter, ahead)),
              ring->write, ring->count);
  compute_block(attend, ring->read, first);
  dl_land_stages(&attend->blocks, ring->write);
  dl_wait_for_stage(&attend->blocks);
  ring->read = dl_next_slot(&attend->blocks, ring->read);
  ring->write = dl_next_slot(&attend->blocks, ring->write);
}

/// Blocks [from, to).
static void run_blocks(dl_attend *attend, struct ring *ring, MlirValue from,
                       MlirValue to, bool is_masked) {
  const dl_emitter *emitter = attend->queries.emitter;
  const dl_builder *bld = &emitter->bld;
  MlirValue carried[MAX_CARRIED];
  int count = list_state(attend, carried, true);
  carried[count] = ring->read;
  carried[count + 1] = ring->write;
  dl_region_op loop = dl_for_open(bld, from, to, dl_index_constant(emitter, 1),
                                  count + 2, carried);
  for (int i = 0; i < count + 2; ++i)
    carried[i] = mlirBlockGetArgument(loop.block, i + 1);
  list_state(attend, carried, false);
  ring->read = carried[count];
  ring->write = carried[count + 1];
  run_block(attend, ring, mlirBlockGetArgument(loop.block, 0), is_masked);
  list_state(attend, carried, true);
  carried[count] = ring->read;
  carried[count + 1] = ring->write;
  dl_for_close(bld, &loop, count + 2, carried);
  for (int i = 0; i < count + 2; ++i)
    carried[i] = dl_result(loop.op, i);
  list_state(attend, carried, false);
  ring->read = carried[count];
  ring->write = carried[count + 1];
}

// All blocks.

static MlirValue between(const dl_builder *bld, MlirValue value,
                         MlirValue most) {
  MlirValue none = dl_int_like(bld, value, 0);
  return dl_arith_minsi(bld, dl_arith_maxsi(bld, value, none), most);
}

/// Blocks that hold a key which some query of the tile sees, and how many of
/// them all queries see whole; both from the first one on.
static void count_blocks(const dl_attend *attend, MlirValue *seen,
                         MlirValue *whole) {
  const dl_emitter *emitter = attend->queries.emitter;
  const dl_builder *bld = &emitter->bld;
  MlirOperation op = attend->attention->op;
  MlirValue keys = dl_index_constant(emitter, attend->schedule->keys);
  *seen = dl_int_ceil_div(bld, attend->n_keys, keys);
  *whole = mlirValueIsNull(attend->attention->mask)
               ? dl_int_div(bld, attend->n_keys, keys)
               : dl_index_constant(emitter, 0);
  if (!dl_attention_causal(op))
    return;
  // Query i sees the keys up to i + (sk - sq).
  MlirValue shift = dl_sub(bld, attend->n_keys, attend->n_queries);
  MlirValue of_first =
      dl_int_add(bld, dl_int_add(bld, attend->queries.row, shift),
                 dl_index_constant(emitter, 1));
  MlirValue rows = dl_index_constant(emitter, attend->queries.schedule->rows);
  MlirValue of_last = dl_int_add(
      bld, of_first, dl_sub(bld, rows, dl_index_constant(emitter, 1)));
  of_last = between(bld, of_last, attend->n_keys);
  of_first = between(bld, of_first, attend->n_keys);
  *seen = dl_int_ceil_div(bld, of_last, keys);
  if (mlirValueIsNull(attend->attention->mask))
    *whole = dl_int_div(bld, of_first, keys);
}

static void run_all(dl_attend *attend) {
  const dl_emitter *emitter = attend->queries.emitter;
  struct ring ring;
  MlirValue whole;
  count_blocks(attend, &ring.count, &whole);
  fill_ring(attend, &ring);
  int64_t known;
  bool has_whole = !(dl_is_constant(whole, &known) && known == 0);
  if (has_whole)
    run_blocks(attend, &ring, dl_index_constant(emitter, 0), whole, false);
  int64_t all;
  if (!dl_is_constant(whole, &known) || !dl_is_constant(ring.count, &all) ||
      known < all)
    run_blocks(attend, &ring, whole, ring.count, true);
  // The ring's memory is used again.
  dl_drain_ring(&attend->blocks);
}

/// Without keys there is nothing to read, not even at the start.
static void run_if_keys(dl_attend *attend) {
  const dl_emitter *emitter = attend->queries.emitter;
  const dl_builder *bld = &emitter->bld;
  int64_t known;
  if (dl_is_constant(attend->n_keys, &known)) {
    if (known > 0)
      run_all(attend);
    return;
  }
  MlirValue before[MAX_CARRIED], after[MAX_CARRIED];
  MlirType types[MAX_CARRIED];
  int count = list_state(attend, before, true);
  for (int i = 0; i < count; ++i)
    types[i] = attend->attention->type;
  MlirValue is_any =
      dl_int_less(bld, dl_index_constant(emitter, 0), attend->n_keys);
  dl_region_op branch = dl_choice_open(bld, is_any, count, types);
  run_all(attend);
  list_state(attend, after, true);
  dl_choice_else(bld, &branch, count, after);
  dl_choice_close(bld, &branch, count, before);
  for (int i = 0; i < count; ++i)
    after[i] = dl_result(branch.op, i);
  list_state(attend, after, false);
}

/// Sums to shared memory, and from there to results.
static void store_sums(dl_attend *attend) {
  dl_gemm *gemm = &attend->queries;
  const dl_builder *bld = &gemm->emitter->bld;
  dl_slab slab = {.rows = DL_ATOM_ROWS * attend->n_atoms,
                  .cols = DL_ATOM_COLS * attend->value_atoms,
                  .row = attend->warp_row,
                  .col = dl_attend_i32(attend, 0),
                  .pass_rows = DL_ATOM_ROWS};
  slab.base =
      dl_int_mul(bld, gemm->warp,
                 dl_attend_i32(attend, dl_slab_bytes(slab.pass_rows, slab.cols,
                                                     1, gemm->accumulator)));
  MlirValue four = dl_attend_i32(attend, 4);
  MlirValue group = dl_int_div(bld, gemm->lane, four);
  MlirValue pair = dl_int_mul(bld, dl_int_rem(bld, gemm->lane, four),
                              dl_attend_i32(attend, 2));
  for (int i = 0; i < attend->n_atoms; ++i) {
    for (int j = 0; j < attend->value_atoms; ++j)
      for (int half = 0; half < 2; ++half) {
        MlirValue row = dl_int_add(bld, group, dl_attend_i32(attend, 8 * half));
        MlirValue col =
            dl_int_add(bld, pair, dl_attend_i32(attend, DL_ATOM_COLS * j));
        dl_shared_store(bld, gemm->shared,
                        dl_slab_place(gemm, &slab, 0, row, col), 2,
                        &attend->sums[i][j][2 * half]);
      }
    dl_store_slab(gemm, &slab, DL_ATOM_ROWS * i);
  }
}

void dl_emit_attention_tile(dl_attend *attend) {
  dl_open_mask(attend);
  reset_state(attend);
  run_if_keys(attend);
  dl_finish_sums(attend);
  store_sums(attend);
}
