// The tile loop with matrix instructions: while a step's fragments are
// multiplied, the next ones come from shared memory, and the tile some steps
// ahead from memory.
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/gemm.h"
#include "lowering/reference/scalar.h"

enum { MAX_ATOMS = 16, MAX_PRODUCTS = DL_MAX_GIVEN };

/// Fragments of one step of 32 bytes along the depth.
struct fragments {
  MlirValue left[MAX_ATOMS][4];
  MlirValue right[MAX_PRODUCTS][MAX_ATOMS][2];
};

struct loop {
  dl_gemm *gemm;
  int atoms_down, atoms_along, n_products;
  int n_steps; ///< in a tile's depth
  MlirValue sums[MAX_PRODUCTS][MAX_ATOMS][MAX_ATOMS][4];
  struct fragments fragments;
  MlirValue warp_row, warp_col; ///< of the warp's tile, i32
};

static MlirValue i32_constant(const struct loop *loop, int64_t value) {
  const dl_builder *bld = &loop->gemm->emitter->bld;
  return dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 32), value);
}

/// Byte offset, in a stage, of what this lane points at for the four 8x8
/// matrices of two halves across and two halves along the depth. The halves
/// across change fastest for the left factor, slowest for the right one.
/// `block` counts 16 rows across, `step` 32 bytes along the depth.
static MlirValue lane_place(const struct loop *loop, const dl_stage *stage,
                            bool is_left, int block, int step) {
  const dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  MlirValue eight = i32_constant(loop, 8), two = i32_constant(loop, 2);
  MlirValue in_matrix = dl_int_rem(bld, gemm->lane, eight);
  MlirValue matrix = dl_int_div(bld, gemm->lane, eight);
  MlirValue low = dl_int_rem(bld, matrix, two);
  MlirValue high = dl_int_div(bld, matrix, two);
  MlirValue across = is_left ? low : high, along = is_left ? high : low;
  MlirValue from = is_left ? loop->warp_row : loop->warp_col;
  // The constant part is added last: the swizzle does not depend on it.
  MlirValue row, chunk;
  int constant_row, constant_chunk;
  if (stage->is_depth_inner) {
    row = dl_int_add(bld, from, in_matrix);
    row = dl_int_add(bld, row, dl_int_mul(bld, across, eight));
    chunk = along;
    constant_row = 16 * block;
    constant_chunk = 2 * step;
  } else {
    row = dl_int_add(bld, in_matrix, dl_int_mul(bld, along, eight));
    chunk = dl_int_add(bld, dl_int_div(bld, from, eight), across);
    constant_row = 16 * step;
    constant_chunk = 2 * block;
  }
  // 16 rows on, a line's pattern is the same; an even chunk's number is added
  // to the pattern as exclusive or does it.
  MlirValue place = dl_swizzled(bld, row, chunk, stage->row_bytes);
  int swizzled = (1 << dl_swizzle_bits(stage->row_bytes)) - 1;
  int in_pattern = constant_chunk & swizzled;
  place = dl_arith_xori(bld, place,
                        i32_constant(loop, in_pattern * DL_CHUNK_BYTES));
  return dl_int_add(
      bld, place,
      i32_constant(loop, stage->offset + constant_row * stage->row_bytes +
                             (constant_chunk - in_pattern) * DL_CHUNK_BYTES));
}

static void load_block(const struct loop *loop, const dl_stage *stage,
                       bool is_left, int block, int step, MlirValue slot,
                       MlirValue *registers) {
  const dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  MlirValue place =
      dl_int_add(bld, slot, lane_place(loop, stage, is_left, block, step));
  dl_load_matrices(bld, dl_shared_pointer(bld, gemm->shared, place),
                   !stage->is_depth_inner, registers);
  if (!gemm->part->products[0].rounds_to_tf32 || !stage->is_async)
    return;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  MlirType f32 = mlirF32TypeGet(bld->context);
  for (int i = 0; i < 4; ++i)
    registers[i] = dl_arith_bitcast(
        bld, i32,
        dl_round_to_tf32(bld, dl_arith_bitcast(bld, f32, registers[i])));
}

static void load_fragments(const struct loop *loop, int step, MlirValue slot,
                           struct fragments *fragments) {
  const dl_gemm *gemm = loop->gemm;
  for (int i = 0; i < loop->atoms_down; ++i)
    load_block(loop, &gemm->stages[0], true, i, step, slot, fragments->left[i]);
  for (int p = 0; p < loop->n_products; ++p)
    for (int j = 0; j < loop->atoms_along; j += 2) {
      MlirValue registers[4];
      load_block(loop, &gemm->stages[1 + p], false, j / 2, step, slot,
                 registers);
      for (int k = 0; k < 4; ++k)
        fragments->right[p][j + k / 2][k % 2] = registers[k];
    }
}

static void multiply(struct loop *loop, const struct fragments *fragments) {
  const dl_gemm *gemm = loop->gemm;
  for (int p = 0; p < loop->n_products; ++p)
    for (int i = 0; i < loop->atoms_down; ++i)
      for (int jj = 0; jj < loop->atoms_along; ++jj) {
        // Back and forth, so that neighbours share a fragment.
        int j = i % 2 ? loop->atoms_along - 1 - jj : jj;
        dl_emit_matrix_atom(&gemm->emitter->bld, gemm->atom, fragments->left[i],
                            fragments->right[p][j], loop->sums[p][i][j]);
      }
}

// What the loop carries.

/// Calls `visit` for each value.
static int for_each(struct loop *loop, MlirValue *list, bool is_to_list) {
  int count = 0;
#define VISIT(value)                                                           \
  do {                                                                         \
    if (is_to_list)                                                            \
      list[count++] = (value);                                                 \
    else                                                                       \
      (value) = list[count++];                                                 \
  } while (0)
  for (int p = 0; p < loop->n_products; ++p)
    for (int i = 0; i < loop->atoms_down; ++i)
      for (int j = 0; j < loop->atoms_along; ++j)
        for (int k = 0; k < 4; ++k)
          VISIT(loop->sums[p][i][j][k]);
  for (int i = 0; i < loop->atoms_down; ++i)
    for (int k = 0; k < 4; ++k)
      VISIT(loop->fragments.left[i][k]);
  for (int p = 0; p < loop->n_products; ++p)
    for (int j = 0; j < loop->atoms_along; ++j)
      for (int k = 0; k < 2; ++k)
        VISIT(loop->fragments.right[p][j][k]);
#undef VISIT
  return count;
}

static void run_tile(struct loop *loop, MlirValue step, MlirValue count,
                     MlirValue *read, MlirValue *write) {
  dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  for (int s = 0; s < loop->n_steps; ++s) {
    bool is_last = s + 1 == loop->n_steps;
    if (is_last) {
      dl_land_stages(gemm, *write);
      dl_wait_for_stage(gemm);
      *read = dl_next_slot(gemm, *read);
    }
    struct fragments next;
    load_fragments(loop, is_last ? 0 : s + 1, *read, &next);
    if (s == 0) {
      MlirValue ahead = dl_int_add(
          bld, step,
          dl_index_constant(gemm->emitter, gemm->schedule->stages - 1));
      dl_load_stages(gemm, ahead, *write, dl_is_step(gemm, ahead, count));
      dl_nvvm_cp_async_commit_group(bld);
    }
    multiply(loop, &loop->fragments);
    loop->fragments = next;
  }
  *write = dl_next_slot(gemm, *write);
}

static void run_loop(struct loop *loop) {
  dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  MlirValue count = dl_n_steps(gemm);
  int64_t known;
  if (dl_is_constant(count, &known) && known == 0)
    return;
  MlirValue none = dl_index_constant(gemm->emitter, 0);
  bool is_sure = dl_is_constant(count, &known);
  MlirValue carried[DL_MAX_CARRIED];
  int n_sums = loop->n_products * loop->atoms_down * loop->atoms_along * 4;
  dl_region_op branch = {0};
  MlirValue before[DL_MAX_CARRIED];
  for_each(loop, before, true);
  MlirType types[DL_MAX_CARRIED];
  for (int i = 0; i < n_sums; ++i)
    types[i] = gemm->accumulator;
  if (!is_sure)
    branch = dl_choice_open(bld, dl_int_less(bld, none, count), n_sums, types);
  dl_fill_ring(gemm, count);
  MlirValue read = i32_constant(loop, 0);
  MlirValue write =
      i32_constant(loop, (gemm->schedule->stages - 1) * gemm->slot_bytes);
  load_fragments(loop, 0, read, &loop->fragments);
  int n_carried = for_each(loop, carried, true);
  carried[n_carried++] = read;
  carried[n_carried++] = write;
  dl_region_op tiles =
      dl_for_open(bld, none, count, dl_index_constant(gemm->emitter, 1),
                  n_carried, carried);
  for (int i = 0; i < n_carried; ++i)
    carried[i] = mlirBlockGetArgument(tiles.block, i + 1);
  for_each(loop, carried, false);
  read = carried[n_carried - 2];
  write = carried[n_carried - 1];
  run_tile(loop, mlirBlockGetArgument(tiles.block, 0), count, &read, &write);
  for_each(loop, carried, true);
  carried[n_carried - 2] = read;
  carried[n_carried - 1] = write;
  dl_for_close(bld, &tiles, n_carried, carried);
  for (int i = 0; i < n_carried; ++i)
    carried[i] = dl_result(tiles.op, i);
  if (!is_sure) {
    dl_choice_else(bld, &branch, n_sums, carried);
    dl_choice_close(bld, &branch, n_sums, before);
    for (int i = 0; i < n_sums; ++i)
      carried[i] = dl_result(branch.op, i);
  }
  for_each(loop, carried, false);
  // The ring's memory is used again.
  dl_nvvm_cp_async_wait_group(
      bld, (dl_nvvm_cp_async_wait_group_attrs){.n = dl_attr_i32(bld, 0)});
  dl_gpu_barrier(bld);
}

/// Accumulators to shared memory, and from there to results.
static void store_sums(struct loop *loop) {
  dl_gemm *gemm = loop->gemm;
  const dl_builder *bld = &gemm->emitter->bld;
  dl_slab slab = {.rows = DL_ATOM_ROWS * loop->atoms_down,
                  .cols = DL_ATOM_COLS * loop->atoms_along,
                  .row = loop->warp_row,
                  .col = loop->warp_col};
  int warps = gemm->threads / 32;
  slab.pass_rows = slab.rows;
  while (slab.pass_rows > DL_ATOM_ROWS &&
         warps * dl_slab_bytes(slab.pass_rows, slab.cols, loop->n_products,
                               gemm->accumulator) >
             gemm->variant->shared_bytes)
    slab.pass_rows /= 2;
  slab.base = dl_int_mul(
      bld, gemm->warp,
      i32_constant(loop, dl_slab_bytes(slab.pass_rows, slab.cols,
                                       loop->n_products, gemm->accumulator)));
  MlirValue four = i32_constant(loop, 4);
  MlirValue group = dl_int_div(bld, gemm->lane, four);
  MlirValue pair =
      dl_int_mul(bld, dl_int_rem(bld, gemm->lane, four), i32_constant(loop, 2));
  for (int from = 0; from < slab.rows; from += slab.pass_rows) {
    for (int p = 0; p < loop->n_products; ++p)
      for (int i = 0; i < slab.pass_rows / DL_ATOM_ROWS; ++i)
        for (int j = 0; j < loop->atoms_along; ++j)
          for (int half = 0; half < 2; ++half) {
            MlirValue row = dl_int_add(
                bld, group, i32_constant(loop, DL_ATOM_ROWS * i + 8 * half));
            MlirValue col =
                dl_int_add(bld, pair, i32_constant(loop, DL_ATOM_COLS * j));
            dl_shared_store(
                bld, gemm->shared, dl_slab_place(gemm, &slab, p, row, col), 2,
                &loop->sums[p][from / DL_ATOM_ROWS + i][j][2 * half]);
          }
    dl_store_slab(gemm, &slab, from);
  }
}

void dl_emit_matrix_tile(dl_gemm *gemm) {
  const dl_gemm_schedule *schedule = gemm->schedule;
  const dl_builder *bld = &gemm->emitter->bld;
  struct loop *loop = DL_ARENA_ARRAY(gemm->emitter->arena, struct loop, 1);
  loop->gemm = gemm;
  int warp_rows = schedule->rows / schedule->warps_down;
  int warp_cols = gemm->part_cols / schedule->warps_along;
  loop->atoms_down = warp_rows / DL_ATOM_ROWS;
  loop->atoms_along = warp_cols / DL_ATOM_COLS;
  loop->n_products = gemm->part->n_products;
  loop->n_steps = schedule->depth_bytes / DL_ATOM_BYTES;
  MlirValue along = i32_constant(loop, schedule->warps_along);
  loop->warp_row = dl_int_mul(bld, dl_int_div(bld, gemm->warp, along),
                              i32_constant(loop, warp_rows));
  loop->warp_col = dl_int_mul(bld, dl_int_rem(bld, gemm->warp, along),
                              i32_constant(loop, warp_cols));
  for (int p = 0; p < loop->n_products; ++p) {
    MlirValue first = dl_first_sum(gemm, p);
    for (int i = 0; i < loop->atoms_down; ++i)
      for (int j = 0; j < loop->atoms_along; ++j)
        for (int k = 0; k < 4; ++k)
          loop->sums[p][i][j][k] = first;
  }
  run_loop(loop);
  store_sums(loop);
}
