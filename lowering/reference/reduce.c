// dlopt.reduce -> linalg.generic over the accumulator type; and the row
// reductions that softmax, norms and attention are made of.
#include "lowering/reference/shared.h"

#include <string.h>

dl_rows dl_rows_of(const dl_builder *bld, MlirValue tensor,
                   const bool *reduced) {
  dl_rows rows = {.full = dl_tensor_dims(bld, tensor)};
  int64_t rank = rows.full.rank;
  int kept_loops[DL_MAX_LOOPS];
  for (int64_t i = 0; i < rank; ++i) {
    rows.parallel[i] = 'p';
    rows.reducing[i] = reduced[i] ? 'r' : 'p';
    if (reduced[i])
      continue;
    int64_t at = rows.kept.rank++;
    rows.kept.sizes[at] = rows.full.sizes[i];
    rows.kept.values[at] = rows.full.values[i];
    kept_loops[at] = (int)i;
  }
  rows.full_map = dl_identity_map(bld, rank);
  rows.kept_map = dl_loop_map(bld, rank, rows.kept.rank, kept_loops);
  return rows;
}

MlirValue dl_reduce_rows(const dl_builder *bld, const dl_rows *rows,
                         dl_combine kind, MlirValue tensor, MlirValue init,
                         bool is_unsigned) {
  dl_operand input = {tensor, rows->full_map};
  dl_operand output = {init, rows->kept_map};
  dl_generic loop = dl_generic_begin(bld, rows->full.rank, rows->reducing, 1,
                                     &input, 1, &output);
  MlirValue element = dl_to_type(bld, dl_generic_input(&loop, 0),
                                 dl_tensor_element(init), is_unsigned);
  MlirValue combined = dl_combine_scalars(bld, kind, is_unsigned,
                                          dl_generic_output(&loop, 0), element);
  return dl_generic_end(bld, &loop, 1, &combined);
}

MlirLogicalResult dl_lower_reduce(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  dl_combine kind = (dl_combine)dl_enum_value(dl_reduce_kind(op), 0);
  bool is_unsigned = dl_reduce_is_unsigned(op);
  MlirValue input = dl_reduce_input(op), init = dl_reduce_init(op);
  MlirType acc = dl_acc_type(op);
  bool reduced[DL_MAX_RANK] = {false};
  MlirAttribute dims = dl_reduce_dims(op);
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dims); ++i)
    reduced[dl_array_entry(dims, i, 0)] = true;
  dl_rows rows = dl_rows_of(bld, input, reduced);
  MlirValue start = mlirValueIsNull(init)
                        ? dl_filled(bld, &rows.kept,
                                    dl_start_value(bld, kind, is_unsigned, acc))
                        : dl_start_sum(bld, &rows.kept, init, acc, is_unsigned);
  return dl_finish(rewrite,
                   dl_reduce_rows(bld, &rows, kind, input, start, is_unsigned),
                   is_unsigned);
}
