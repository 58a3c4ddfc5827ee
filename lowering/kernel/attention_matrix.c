// The products of attention by matrix instructions.
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/attention.h"

/// Byte offset in a stage of what this lane points at for four 8x8 matrices:
/// rows and 16-byte chunks whose low bits come from the lane's matrix.
/// `block` counts 16 rows, `step` two chunks.
static MlirValue lane_place(const dl_attend *attend, const dl_stage *stage,
                            MlirValue first_row, bool rows_change_first,
                            int block, int step) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirValue lane = attend->queries.lane;
  MlirValue eight = dl_attend_i32(attend, 8), two = dl_attend_i32(attend, 2);
  MlirValue matrix = dl_int_div(bld, lane, eight);
  MlirValue low = dl_int_rem(bld, matrix, two);
  MlirValue high = dl_int_div(bld, matrix, two);
  MlirValue down = rows_change_first ? low : high;
  MlirValue along = rows_change_first ? high : low;
  MlirValue row = dl_int_add(bld, dl_int_rem(bld, lane, eight),
                             dl_int_mul(bld, down, eight));
  row = dl_int_add(bld, first_row, row);
  // 16 rows on, a line's pattern is the same; an even chunk's number is added
  // to the pattern as exclusive or does it.
  MlirValue place = dl_swizzled(bld, row, along, stage->row_bytes);
  int swizzled = (1 << dl_swizzle_bits(stage->row_bytes)) - 1;
  int in_pattern = 2 * step & swizzled;
  if (in_pattern)
    place = dl_arith_xori(bld, place,
                          dl_attend_i32(attend, in_pattern * DL_CHUNK_BYTES));
  return dl_int_add(
      bld, place,
      dl_attend_i32(attend, stage->offset +
                                DL_ATOM_ROWS * block * stage->row_bytes +
                                (2 * step - in_pattern) * DL_CHUNK_BYTES));
}

static void load(const dl_attend *attend, MlirValue place, bool is_transposed,
                 MlirValue *registers) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  dl_load_matrices(bld, dl_shared_pointer(bld, attend->queries.shared, place),
                   is_transposed, registers);
}

static void load_queries(const dl_attend *attend, int atom, int step,
                         MlirValue *registers) {
  load(attend,
       lane_place(attend, &attend->queries.stages[0], attend->warp_row, true,
                  atom, step),
       false, registers);
}

void dl_hold_queries(dl_attend *attend) {
  int n_steps = attend->query_depth * 2 / DL_ATOM_BYTES;
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int s = 0; s < n_steps; ++s)
      load_queries(attend, i, s, attend->held[i][s]);
}

void dl_matrix_scores(dl_attend *attend, MlirValue slot) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  const dl_stage *keys = &attend->blocks.stages[0];
  MlirValue none = dl_attend_i32(attend, 0);
  int n_steps = attend->query_depth * 2 / DL_ATOM_BYTES;
  for (int s = 0; s < n_steps; ++s) {
    MlirValue queries[DL_MAX_ROW_ATOMS][4];
    for (int i = 0; i < attend->n_atoms; ++i)
      for (int k = 0; k < 4; ++k)
        queries[i][k] = attend->held[i][s][k];
    for (int i = 0; !attend->schedule->holds_queries && i < attend->n_atoms;
         ++i)
      load_queries(attend, i, s, queries[i]);
    for (int j = 0; j < attend->key_atoms; j += 2) {
      MlirValue place = lane_place(attend, keys, none, false, j / 2, s);
      MlirValue right[4];
      load(attend, dl_int_add(bld, slot, place), false, right);
      for (int i = 0; i < attend->n_atoms; ++i)
        for (int half = 0; half < 2; ++half)
          dl_emit_matrix_atom(bld, attend->atom, queries[i], right + 2 * half,
                              attend->scores[i][j + half]);
    }
  }
}

/// Two neighbouring weights as one register.
static MlirValue packed(const dl_attend *attend, MlirValue a, MlirValue b) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  const int64_t two = 2;
  MlirType type = attend->blocks.stages[1].type;
  MlirType f32 = mlirF32TypeGet(bld->context);
  const MlirValue pair[] = {a, b};
  MlirValue wide =
      dl_vector_from_elements(bld, mlirVectorTypeGet(1, &two, f32), 2, pair);
  MlirValue narrow = dl_arith_truncf(bld, mlirVectorTypeGet(1, &two, type),
                                     wide, (dl_arith_truncf_attrs){0});
  return dl_llvm_bitcast(bld, mlirIntegerTypeGet(bld->context, 32), narrow);
}

void dl_matrix_values(dl_attend *attend, MlirValue slot) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  const dl_stage *values = &attend->blocks.stages[1];
  MlirValue none = dl_attend_i32(attend, 0);
  for (int t = 0; t < attend->key_atoms / 2; ++t) {
    MlirValue left[DL_MAX_ROW_ATOMS][4];
    for (int i = 0; i < attend->n_atoms; ++i)
      for (int k = 0; k < 4; ++k) {
        const MlirValue *from = attend->scores[i][2 * t + k / 2];
        left[i][k] = packed(attend, from[2 * (k % 2)], from[2 * (k % 2) + 1]);
      }
    for (int j = 0; j < attend->value_atoms; j += 2) {
      MlirValue place = lane_place(attend, values, none, true, t, j / 2);
      MlirValue right[4];
      load(attend, dl_int_add(bld, slot, place), true, right);
      for (int i = 0; i < attend->n_atoms; ++i)
        for (int half = 0; half < 2; ++half)
          dl_emit_matrix_atom(bld, attend->atom, left[i], right + 2 * half,
                              attend->sums[i][j + half]);
    }
  }
}
