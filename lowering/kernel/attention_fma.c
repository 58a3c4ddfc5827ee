// The products of attention by multiply-adds, for types that no matrix
// instruction takes as they are: the same elements in the same lanes.
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/attention.h"
#include "lowering/reference/scalar.h"

static MlirValue multiply_add(const dl_builder *bld, MlirValue a, MlirValue b,
                              MlirValue sum) {
  return dl_math_fma(bld, a, b, sum, (dl_math_fma_attrs){0});
}

/// A chunk of 16 bytes of a row of a stage.
static void load_chunk(const dl_attend *attend, const dl_stage *stage,
                       MlirValue slot, MlirValue row, MlirValue chunk,
                       MlirValue *elements) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirValue place = dl_swizzled(bld, row, chunk, stage->row_bytes);
  place = dl_int_add(bld, place, dl_attend_i32(attend, stage->offset));
  if (!mlirValueIsNull(slot))
    place = dl_int_add(bld, slot, place);
  int count = DL_CHUNK_BYTES / stage->bytes;
  MlirValue loaded =
      dl_shared_load(bld, attend->queries.shared, place, stage->type, count);
  for (int i = 0; i < count; ++i)
    elements[i] = dl_loaded_element(bld, loaded, stage->type, i);
}

static MlirValue lane_group(const dl_attend *attend) {
  return dl_int_div(&attend->queries.emitter->bld, attend->queries.lane,
                    dl_attend_i32(attend, 4));
}

static MlirValue lane_pair(const dl_attend *attend) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirValue place =
      dl_int_rem(bld, attend->queries.lane, dl_attend_i32(attend, 4));
  return dl_int_mul(bld, place, dl_attend_i32(attend, 2));
}

/// The scores' sums, as a loop carries them.
static int list_scores(dl_attend *attend, MlirValue *list, bool is_to_list) {
  int count = 0;
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int j = 0; j < attend->key_atoms; ++j)
      for (int k = 0; k < 4; ++k, ++count) {
        if (is_to_list)
          list[count] = attend->scores[i][j][k];
        else
          attend->scores[i][j][k] = list[count];
      }
  return count;
}

static void multiply_chunk(dl_attend *attend, MlirValue slot, MlirValue chunk) {
  enum { MAX_ELEMENTS = 4 };
  const dl_builder *bld = &attend->queries.emitter->bld;
  const dl_stage *queries = &attend->queries.stages[0];
  const dl_stage *keys = &attend->blocks.stages[0];
  MlirValue left[DL_MAX_ROW_ATOMS][2][MAX_ELEMENTS], right[2][MAX_ELEMENTS];
  MlirValue row = dl_int_add(bld, attend->warp_row, lane_group(attend));
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int half = 0; half < 2; ++half)
      load_chunk(attend, queries, (MlirValue){NULL},
                 dl_int_add(bld, row,
                            dl_attend_i32(attend, DL_ATOM_ROWS * i + 8 * half)),
                 chunk, left[i][half]);
  for (int j = 0; j < attend->key_atoms; ++j) {
    for (int k = 0; k < 2; ++k)
      load_chunk(attend, keys, slot,
                 dl_int_add(bld, lane_pair(attend),
                            dl_attend_i32(attend, DL_ATOM_COLS * j + k)),
                 chunk, right[k]);
    for (int e = 0; e < DL_CHUNK_BYTES / keys->bytes; ++e)
      for (int i = 0; i < attend->n_atoms; ++i)
        for (int k = 0; k < 4; ++k)
          attend->scores[i][j][k] = multiply_add(
              bld, left[i][k / 2][e], right[k % 2][e], attend->scores[i][j][k]);
  }
}

void dl_fma_scores(dl_attend *attend, MlirValue slot) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirValue carried[DL_MAX_ROW_ATOMS * DL_MAX_KEY_ATOMS * 4];
  int n_chunks = attend->blocks.stages[0].row_bytes / DL_CHUNK_BYTES;
  int count = list_scores(attend, carried, true);
  dl_region_op loop = dl_for_open(bld, dl_attend_i32(attend, 0),
                                  dl_attend_i32(attend, n_chunks),
                                  dl_attend_i32(attend, 1), count, carried);
  for (int i = 0; i < count; ++i)
    carried[i] = mlirBlockGetArgument(loop.block, i + 1);
  list_scores(attend, carried, false);
  multiply_chunk(attend, slot, mlirBlockGetArgument(loop.block, 0));
  list_scores(attend, carried, true);
  dl_for_close(bld, &loop, count, carried);
  for (int i = 0; i < count; ++i)
    carried[i] = dl_result(loop.op, i);
  list_scores(attend, carried, false);
}

// Weights go through shared memory: lanes need those of a whole row.

int dl_fma_weight_bytes(const dl_attention_schedule *schedule, int bytes) {
  return schedule->warps * schedule->atoms * DL_ATOM_ROWS * schedule->keys *
         bytes;
}

/// Byte offset of the chunk that holds the weight of a row for a key.
static MlirValue weight_place(const dl_attend *attend, int row, MlirValue key) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  int bytes = attend->blocks.stages[1].bytes;
  MlirValue own = dl_int_add(bld, attend->warp_row, lane_group(attend));
  own = dl_int_add(bld, own, dl_attend_i32(attend, row));
  MlirValue chunk =
      dl_int_div(bld, key, dl_attend_i32(attend, DL_CHUNK_BYTES / bytes));
  MlirValue place =
      dl_swizzled(bld, own, chunk, attend->schedule->keys * bytes);
  return dl_int_add(bld, place, dl_attend_i32(attend, attend->weights));
}

static void store_weights(const dl_attend *attend) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  int bytes = attend->blocks.stages[1].bytes;
  MlirValue pair = lane_pair(attend);
  MlirValue elements = dl_attend_i32(attend, DL_CHUNK_BYTES / bytes);
  MlirValue in_chunk = dl_int_mul(bld, dl_int_rem(bld, pair, elements),
                                  dl_attend_i32(attend, bytes));
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int half = 0; half < 2; ++half)
      for (int j = 0; j < attend->key_atoms; ++j) {
        MlirValue place = weight_place(
            attend, DL_ATOM_ROWS * i + 8 * half,
            dl_int_add(bld, pair, dl_attend_i32(attend, DL_ATOM_COLS * j)));
        dl_shared_store(bld, attend->queries.shared,
                        dl_int_add(bld, place, in_chunk), 2,
                        &attend->scores[i][j][2 * half]);
      }
  dl_nvvm_bar_warp_sync(bld, dl_attend_i32(attend, -1));
}

/// A row's weights for the eight keys from `key` on.
static void load_weights(const dl_attend *attend, int row, MlirValue key,
                         MlirValue *weights) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  const dl_stage *stage = &attend->blocks.stages[1];
  int elements = DL_CHUNK_BYTES / stage->bytes;
  for (int at = 0; at < DL_ATOM_COLS; at += elements) {
    MlirValue place = weight_place(
        attend, row, dl_int_add(bld, key, dl_attend_i32(attend, at)));
    MlirValue loaded = dl_shared_load(bld, attend->queries.shared, place,
                                      stage->type, elements);
    for (int i = 0; i < elements; ++i)
      weights[at + i] = dl_loaded_element(bld, loaded, stage->type, i);
  }
}

/// Byte offset of 8 columns in a row of values, but for what differs from lane
/// to lane: that is `lane_place` for even and odd patterns of the swizzle.
static int64_t column_place(const dl_stage *stage, int row, int columns,
                            int lane_chunks, int *pattern) {
  int a_line = stage->row_bytes < 128 ? 128 / stage->row_bytes : 1;
  *pattern = row / a_line & ((1 << dl_swizzle_bits(stage->row_bytes)) - 1);
  int chunk = columns * lane_chunks ^ (*pattern & ~(lane_chunks - 1));
  *pattern &= lane_chunks - 1;
  return (int64_t)row * stage->row_bytes + chunk * DL_CHUNK_BYTES;
}

/// Where this lane's two columns of 8 lie, for a pattern of the swizzle.
static MlirValue lane_place(const dl_attend *attend, const dl_stage *stage,
                            MlirValue slot, int pattern) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirValue elements = dl_attend_i32(attend, DL_CHUNK_BYTES / stage->bytes);
  MlirValue pair = lane_pair(attend);
  MlirValue chunk = dl_arith_xori(bld, dl_int_div(bld, pair, elements),
                                  dl_attend_i32(attend, pattern));
  MlirValue place = dl_int_add(
      bld, dl_int_mul(bld, chunk, dl_attend_i32(attend, DL_CHUNK_BYTES)),
      dl_int_mul(bld, dl_int_rem(bld, pair, elements),
                 dl_attend_i32(attend, stage->bytes)));
  place = dl_int_add(bld, place, dl_attend_i32(attend, stage->offset));
  return dl_int_add(bld, slot, place);
}

/// Eight keys from `first`, an i32, on.
static void add_values(dl_attend *attend, MlirValue slot, MlirValue first) {
  enum { MAX_LANE_CHUNKS = 4 };
  const dl_builder *bld = &attend->queries.emitter->bld;
  const dl_stage *stage = &attend->blocks.stages[1];
  int lane_chunks = DL_ATOM_COLS * stage->bytes / DL_CHUNK_BYTES;
  MlirValue places[MAX_LANE_CHUNKS];
  MlirValue from = dl_int_add(
      bld, slot,
      dl_int_mul(bld, first, dl_attend_i32(attend, stage->row_bytes)));
  for (int i = 0; i < lane_chunks; ++i)
    places[i] = lane_place(attend, stage, from, i);
  MlirValue weights[DL_MAX_ROW_ATOMS][2][DL_ATOM_COLS];
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int half = 0; half < 2; ++half)
      load_weights(attend, DL_ATOM_ROWS * i + 8 * half, first,
                   weights[i][half]);
  for (int key = 0; key < DL_ATOM_COLS; ++key)
    for (int n = 0; n < attend->value_atoms; ++n) {
      int pattern;
      int64_t place = column_place(stage, key, n, lane_chunks, &pattern);
      MlirValue loaded = dl_shared_load(
          bld, attend->queries.shared,
          dl_int_add(bld, places[pattern], dl_attend_i32(attend, place)),
          stage->type, 2);
      for (int i = 0; i < attend->n_atoms; ++i)
        for (int k = 0; k < 4; ++k)
          attend->sums[i][n][k] =
              multiply_add(bld, weights[i][k / 2][key],
                           dl_loaded_element(bld, loaded, stage->type, k % 2),
                           attend->sums[i][n][k]);
    }
}

static int list_sums(dl_attend *attend, MlirValue *list, bool is_to_list) {
  int count = 0;
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int n = 0; n < attend->value_atoms; ++n)
      for (int k = 0; k < 4; ++k, ++count) {
        if (is_to_list)
          list[count] = attend->sums[i][n][k];
        else
          attend->sums[i][n][k] = list[count];
      }
  return count;
}

void dl_fma_values(dl_attend *attend, MlirValue slot) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirValue carried[DL_MAX_ROW_ATOMS * DL_MAX_COL_ATOMS * 4];
  store_weights(attend);
  int count = list_sums(attend, carried, true);
  dl_region_op loop =
      dl_for_open(bld, dl_attend_i32(attend, 0),
                  dl_attend_i32(attend, attend->schedule->keys),
                  dl_attend_i32(attend, DL_ATOM_COLS), count, carried);
  for (int i = 0; i < count; ++i)
    carried[i] = mlirBlockGetArgument(loop.block, i + 1);
  list_sums(attend, carried, false);
  add_values(attend, slot, mlirBlockGetArgument(loop.block, 0));
  list_sums(attend, carried, true);
  dl_for_close(bld, &loop, count, carried);
  for (int i = 0; i < count; ++i)
    carried[i] = dl_result(loop.op, i);
  list_sums(attend, carried, false);
  // The next block's weights take their place.
  dl_nvvm_bar_warp_sync(bld, dl_attend_i32(attend, -1));
}
