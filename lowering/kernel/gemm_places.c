// Where a CTA's tile lies, and from rows, columns, depth and batches of
// matrices to the dimensions of tensors.
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/at.h"
#include "lowering/kernel/gemm.h"
#include "lowering/reference/scalar.h"

void dl_size_matrices(dl_gemm *gemm) {
  dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  const dl_part *part = gemm->part;
  MlirValue one = dl_index_constant(emitter, 1);
  MlirValue sizes[] = {one, one, one};
  for (int dim = 0; dim < emitter->body->space.rank; ++dim) {
    MlirValue *size = &sizes[part->roles[dim]];
    *size = dl_int_mul(bld, *size, emitter->sizes[dim]);
  }
  gemm->batches = sizes[DL_BATCH];
  gemm->rows = sizes[DL_ROW];
  gemm->cols = sizes[DL_COL];
  gemm->depth = one;
  for (int i = 0; i < part->n_depth; ++i)
    gemm->depth = dl_int_mul(
        bld, gemm->depth,
        dl_device_size(emitter, part->depth[i].value, part->depth[i].dim));
}

static MlirValue tiles_down(const dl_gemm *gemm) {
  return dl_int_ceil_div(
      &gemm->emitter->bld, gemm->rows,
      dl_index_constant(gemm->emitter, gemm->schedule->rows));
}

static MlirValue tiles_along(const dl_gemm *gemm) {
  return dl_int_ceil_div(&gemm->emitter->bld, gemm->cols,
                         dl_index_constant(gemm->emitter, gemm->part_cols));
}

MlirValue dl_count_tiles(dl_gemm *gemm) {
  const dl_builder *bld = &gemm->emitter->bld;
  return dl_int_mul(bld, dl_int_mul(bld, tiles_down(gemm), tiles_along(gemm)),
                    gemm->batches);
}

// Rows of tiles go in groups, so that CTAs that run together share what they
// read.
void dl_place_tile(dl_gemm *gemm, MlirValue number) {
  enum { GROUP = 8 };
  const dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  MlirValue down = tiles_down(gemm), along = tiles_along(gemm);
  int64_t known;
  gemm->batch = dl_index_constant(emitter, 0);
  if (!dl_is_constant(gemm->batches, &known) || known != 1) {
    MlirValue a_batch = dl_int_mul(bld, down, along);
    gemm->batch = dl_int_div(bld, number, a_batch);
    number = dl_int_rem(bld, number, a_batch);
  }
  MlirValue group_rows = dl_index_constant(emitter, GROUP);
  MlirValue a_group = dl_int_mul(bld, along, group_rows);
  MlirValue first =
      dl_int_mul(bld, dl_int_div(bld, number, a_group), group_rows);
  MlirValue in_group = dl_int_rem(bld, number, a_group);
  if (!dl_is_constant(down, &known) || known % GROUP != 0) {
    MlirValue left = dl_sub(bld, down, first);
    group_rows = dl_arith_minui(bld, left, group_rows);
  }
  MlirValue row = dl_int_add(bld, first, dl_int_rem(bld, in_group, group_rows));
  MlirValue col = dl_int_div(bld, in_group, group_rows);
  gemm->row =
      dl_int_mul(bld, row, dl_index_constant(emitter, gemm->schedule->rows));
  gemm->col = dl_int_mul(bld, col, dl_index_constant(emitter, gemm->part_cols));
}

static int result_dim(const dl_part *part, int loop) {
  int dim = 0;
  while (dim < part->body->space.rank && part->loops[dim] != loop)
    ++dim;
  return dim < part->body->space.rank ? dim : -1;
}

bool dl_is_batch_loop(const dl_part *part, int loop) {
  int dim = result_dim(part, loop);
  return dim < 0 ? loop == DL_LOOP_NONE : part->roles[dim] == DL_BATCH;
}

MlirValue dl_loop_index(const dl_gemm *gemm, int loop, MlirValue linear) {
  const dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  const dl_part *part = gemm->part;
  int own = result_dim(part, loop);
  MlirValue behind = dl_index_constant(emitter, 1);
  bool is_first = true;
  for (int dim = 0; dim < emitter->body->space.rank; ++dim) {
    if (part->roles[dim] != part->roles[own])
      continue;
    is_first &= dim >= own;
    if (dim > own)
      behind = dl_int_mul(bld, behind, emitter->sizes[dim]);
  }
  MlirValue index = dl_int_div(bld, linear, behind);
  return is_first ? index : dl_int_rem(bld, index, emitter->sizes[own]);
}

static MlirValue depth_index(dl_gemm *gemm, int loop, MlirValue linear) {
  dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  const dl_part *part = gemm->part;
  int own = 0;
  while (part->depth[own].loop != loop)
    ++own;
  MlirValue behind = dl_index_constant(emitter, 1);
  for (int i = own + 1; i < part->n_depth; ++i)
    behind = dl_int_mul(
        bld, behind,
        dl_device_size(emitter, part->depth[i].value, part->depth[i].dim));
  MlirValue index = dl_int_div(bld, linear, behind);
  if (own == 0)
    return index;
  return dl_int_rem(
      bld, index,
      dl_device_size(emitter, part->depth[own].value, part->depth[own].dim));
}

MlirValue dl_factor_index(dl_gemm *gemm, int loop, MlirValue across,
                          MlirValue depth) {
  int dim = result_dim(gemm->part, loop);
  if (dim < 0)
    return depth_index(gemm, loop, depth);
  return dl_loop_index(
      gemm, loop, gemm->part->roles[dim] == DL_BATCH ? gemm->batch : across);
}

MlirValue dl_result_row(const dl_gemm *gemm, MlirValue row) {
  const dl_builder *bld = &gemm->emitter->bld;
  if (gemm->part->batches_last)
    return dl_int_add(bld, dl_int_mul(bld, row, gemm->batches), gemm->batch);
  return dl_int_add(bld, dl_int_mul(bld, gemm->batch, gemm->rows), row);
}
