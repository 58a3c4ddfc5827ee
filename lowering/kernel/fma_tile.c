// The tile loop with multiply-adds, for what matrix instructions do not compute
// as the definition says: each thread has a square of sums, and takes a row of
// both factors a step.
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/gemm.h"
#include "lowering/reference/scalar.h"

/// Lanes of a warp: 4 down, 8 along; a lane has groups of neighbours.
enum { LANES_DOWN = 4, LANES_ALONG = 8, MAX_SIDE = 16 };

struct loop {
  dl_gemm *gemm;
  int group;      ///< neighbours that one access takes
  int rows, cols; ///< of a lane
  MlirValue sums[DL_MAX_GIVEN][MAX_SIDE][MAX_SIDE];
  MlirValue lane_row, lane_col; ///< first of the lane in the warp's tile, i32
  MlirValue warp_row, warp_col; ///< i32
};

static MlirValue i32_constant(const struct loop *loop, int64_t value) {
  const dl_builder *bld = &loop->gemm->emitter->bld;
  return dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 32), value);
}

/// The lane's elements of row `depth` of a stage.
static void load_row(const struct loop *loop, const dl_stage *stage, int depth,
                     int count, MlirValue from, int lanes, MlirValue slot,
                     MlirValue *elements) {
  const dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  int a_chunk = DL_CHUNK_BYTES / stage->bytes;
  for (int at = 0; at < count; at += loop->group) {
    MlirValue element = dl_int_add(bld, from, i32_constant(loop, at * lanes));
    MlirValue chunk = dl_int_div(bld, element, i32_constant(loop, a_chunk));
    MlirValue place =
        dl_swizzled(bld, i32_constant(loop, depth), chunk, stage->row_bytes);
    if (a_chunk > loop->group)
      place = dl_int_add(
          bld, place,
          dl_int_mul(bld, dl_int_rem(bld, element, i32_constant(loop, a_chunk)),
                     i32_constant(loop, stage->bytes)));
    place = dl_int_add(bld, place, i32_constant(loop, stage->offset));
    MlirValue loaded =
        dl_shared_load(bld, gemm->shared, dl_int_add(bld, place, slot),
                       stage->type, loop->group);
    for (int i = 0; i < loop->group; ++i)
      elements[at + i] = dl_loaded_element(bld, loaded, stage->type, i);
  }
}

static MlirValue multiply_add(const dl_builder *bld, MlirValue a, MlirValue b,
                              MlirValue sum) {
  if (dl_type_is_float(mlirValueGetType(a)))
    return dl_math_fma(bld, a, b, sum, (dl_math_fma_attrs){0});
  return dl_add(bld, dl_mul(bld, a, b), sum);
}

static void run_step(struct loop *loop, MlirValue slot) {
  dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  MlirValue row = dl_int_add(bld, loop->warp_row, loop->lane_row);
  MlirValue col = dl_int_add(bld, loop->warp_col, loop->lane_col);
  for (int k = 0; k < gemm->stages[0].depth; ++k) {
    MlirValue left[MAX_SIDE], right[MAX_SIDE];
    load_row(loop, &gemm->stages[0], k, loop->rows, row, LANES_DOWN, slot,
             left);
    for (int p = 0; p < gemm->part->n_products; ++p) {
      load_row(loop, &gemm->stages[1 + p], k, loop->cols, col, LANES_ALONG,
               slot, right);
      for (int i = 0; i < loop->rows; ++i)
        for (int j = 0; j < loop->cols; ++j)
          loop->sums[p][i][j] =
              multiply_add(bld, left[i], right[j], loop->sums[p][i][j]);
    }
  }
}

static int list_sums(struct loop *loop, MlirValue *list, bool is_to_list) {
  int count = 0;
  for (int p = 0; p < loop->gemm->part->n_products; ++p)
    for (int i = 0; i < loop->rows; ++i)
      for (int j = 0; j < loop->cols; ++j, ++count) {
        if (is_to_list)
          list[count] = loop->sums[p][i][j];
        else
          loop->sums[p][i][j] = list[count];
      }
  return count;
}

static void run_loop(struct loop *loop) {
  dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  MlirValue count = dl_n_steps(gemm),
            none = dl_index_constant(gemm->emitter, 0);
  MlirValue one = dl_index_constant(gemm->emitter, 1);
  int64_t known;
  bool is_sure = dl_is_constant(count, &known);
  if (is_sure && known == 0)
    return;
  MlirValue carried[DL_MAX_CARRIED], before[DL_MAX_CARRIED];
  MlirType types[DL_MAX_CARRIED];
  int n_sums = list_sums(loop, before, true);
  for (int i = 0; i < n_sums; ++i)
    types[i] = gemm->accumulator;
  dl_region_op branch = {0};
  if (!is_sure)
    branch = dl_choice_open(bld, dl_int_less(bld, none, count), n_sums, types);
  dl_fill_ring(gemm, count);
  list_sums(loop, carried, true);
  carried[n_sums] = i32_constant(loop, 0);
  carried[n_sums + 1] =
      i32_constant(loop, (gemm->schedule->stages - 1) * gemm->slot_bytes);
  dl_region_op steps = dl_for_open(bld, none, count, one, n_sums + 2, carried);
  for (int i = 0; i < n_sums + 2; ++i)
    carried[i] = mlirBlockGetArgument(steps.block, i + 1);
  list_sums(loop, carried, false);
  MlirValue read = carried[n_sums], write = carried[n_sums + 1];
  MlirValue ahead =
      dl_int_add(bld, mlirBlockGetArgument(steps.block, 0),
                 dl_index_constant(gemm->emitter, gemm->schedule->stages - 1));
  dl_load_stages(gemm, ahead, write, dl_is_step(gemm, ahead, count));
  dl_nvvm_cp_async_commit_group(bld);
  run_step(loop, read);
  dl_land_stages(gemm, write);
  dl_wait_for_stage(gemm);
  list_sums(loop, carried, true);
  carried[n_sums] = dl_next_slot(gemm, read);
  carried[n_sums + 1] = dl_next_slot(gemm, write);
  dl_for_close(bld, &steps, n_sums + 2, carried);
  for (int i = 0; i < n_sums; ++i)
    carried[i] = dl_result(steps.op, i);
  if (!is_sure) {
    dl_choice_else(bld, &branch, n_sums, carried);
    dl_choice_close(bld, &branch, n_sums, before);
    for (int i = 0; i < n_sums; ++i)
      carried[i] = dl_result(branch.op, i);
  }
  list_sums(loop, carried, false);
  dl_drain_ring(gemm);
}

/// Sums to shared memory, as many rows of each lane a pass as fit there.
static void store_sums(struct loop *loop) {
  dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  int n_products = gemm->part->n_products, warps = gemm->threads / 32;
  dl_slab slab = {.rows = loop->rows * LANES_DOWN,
                  .cols = loop->cols * LANES_ALONG,
                  .row = loop->warp_row,
                  .col = loop->warp_col};
  slab.pass_rows = slab.rows;
  int least = LANES_DOWN * loop->group;
  while (slab.pass_rows > least &&
         warps * dl_slab_bytes(slab.pass_rows, slab.cols, n_products,
                               gemm->accumulator) >
             gemm->variant->shared_bytes)
    slab.pass_rows /= 2;
  slab.base = dl_int_mul(
      bld, gemm->warp,
      i32_constant(loop, dl_slab_bytes(slab.pass_rows, slab.cols, n_products,
                                       gemm->accumulator)));
  int a_pass = slab.pass_rows / LANES_DOWN;
  for (int from = 0; from < loop->rows; from += a_pass) {
    for (int p = 0; p < n_products; ++p)
      for (int i = 0; i < a_pass; ++i)
        for (int j = 0; j < loop->cols; j += loop->group) {
          int row =
              i / loop->group * loop->group * LANES_DOWN + i % loop->group;
          MlirValue place = dl_slab_place(
              gemm, &slab, p,
              dl_int_add(bld, loop->lane_row, i32_constant(loop, row)),
              dl_int_add(bld, loop->lane_col,
                         i32_constant(loop, j * LANES_ALONG)));
          dl_shared_store(bld, gemm->shared, place, loop->group,
                          &loop->sums[p][from + i][j]);
        }
    dl_store_slab(gemm, &slab, from * LANES_DOWN);
  }
}

void dl_emit_fma_tile(dl_gemm *gemm) {
  const dl_gemm_schedule *schedule = gemm->schedule;
  const dl_builder *bld = &gemm->emitter->bld;
  struct loop *loop = DL_ARENA_ARRAY(gemm->emitter->arena, struct loop, 1);
  loop->gemm = gemm;
  int warp_rows = schedule->rows / schedule->warps_down;
  int warp_cols = gemm->part_cols / schedule->warps_along;
  int bytes = (int)dl_type_width(gemm->accumulator) / 8;
  loop->rows = warp_rows / LANES_DOWN;
  loop->cols = warp_cols / LANES_ALONG;
  loop->group = DL_CHUNK_BYTES / bytes;
  while (loop->group > loop->cols)
    loop->group /= 2;
  MlirValue along = i32_constant(loop, schedule->warps_along);
  MlirValue lanes = i32_constant(loop, LANES_ALONG);
  MlirValue group = i32_constant(loop, loop->group);
  loop->warp_row = dl_int_mul(bld, dl_int_div(bld, gemm->warp, along),
                              i32_constant(loop, warp_rows));
  loop->warp_col = dl_int_mul(bld, dl_int_rem(bld, gemm->warp, along),
                              i32_constant(loop, warp_cols));
  loop->lane_row = dl_int_mul(bld, dl_int_div(bld, gemm->lane, lanes), group);
  loop->lane_col = dl_int_mul(bld, dl_int_rem(bld, gemm->lane, lanes), group);
  for (int p = 0; p < gemm->part->n_products; ++p) {
    MlirValue first = dl_first_sum(gemm, p);
    for (int i = 0; i < loop->rows; ++i)
      for (int j = 0; j < loop->cols; ++j)
        loop->sums[p][i][j] = first;
  }
  run_loop(loop);
  store_sums(loop);
}
