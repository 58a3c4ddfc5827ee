// dlopt.matmul -> linalg.matmul, linalg.batch_matmul, or a generic contraction
// where batch dimensions are several or repeated.
#include "lowering/reference/shared.h"

#include <string.h>

/// linalg's named ops extend on their own; other conversions have rules that
/// they do not know.
static bool can_convert_in_place(MlirType from, MlirType to) {
  return mlirTypeEqual(from, to) ||
         (dl_type_width(from) < dl_type_width(to) && dl_type_width(from) > 1);
}

MlirValue dl_factor(const dl_builder *bld, MlirValue tensor, MlirType acc,
                    bool to_tf32, bool is_unsigned) {
  MlirType from = dl_tensor_element(tensor);
  if (to_tf32) {
    dl_dims dims = dl_tensor_dims(bld, tensor);
    dl_generic loop = dl_pointwise_begin(bld, &dims, 1, &tensor, from);
    MlirValue rounded = dl_round_to_tf32(bld, dl_generic_input(&loop, 0));
    tensor = dl_generic_end(bld, &loop, 1, &rounded);
  }
  return can_convert_in_place(from, acc)
             ? tensor
             : dl_tensor_to_type(bld, tensor, acc, is_unsigned);
}

MlirValue dl_start_sum(const dl_builder *bld, const dl_dims *dims,
                       MlirValue init, MlirType acc, bool is_unsigned) {
  if (mlirValueIsNull(init))
    return dl_filled(bld, dims, dl_zero(bld, acc));
  init = dl_tensor_to_type(bld, init, acc, is_unsigned);
  return dl_cast_type(bld, init, dl_dims_type(dims, acc));
}

static MlirValue contract_named(const dl_builder *bld, MlirValue lhs,
                                bool lhs_transposed, MlirValue rhs,
                                bool rhs_transposed, MlirValue init,
                                bool is_unsigned) {
  bool is_batched = dl_rank(init) == 3;
  int b = is_batched, m = b, n = b + 1, k = b + 2;
  // Dimension 0 is the batch; without one, the maps start behind it.
  int of_lhs[] = {0, lhs_transposed ? k : m, lhs_transposed ? m : k};
  int of_rhs[] = {0, rhs_transposed ? n : k, rhs_transposed ? k : n};
  int of_init[] = {0, m, n};
  MlirAffineMap maps[] = {
      dl_loop_map(bld, 3 + b, 2 + b, of_lhs + !is_batched),
      dl_loop_map(bld, 3 + b, 2 + b, of_rhs + !is_batched),
      dl_loop_map(bld, 3 + b, 2 + b, of_init + !is_batched)};
  MlirNamedAttribute attrs[2];
  attrs[0] = dl_named_attr(bld, "indexing_maps", dl_maps_attr(bld, 3, maps));
  if (is_unsigned)
    attrs[1] = dl_unsigned_cast_attr(bld);
  return dl_named_linalg(
      bld, is_batched ? "linalg.batch_matmul" : "linalg.matmul", 2,
      (const MlirValue[]){lhs, rhs}, init, 1 + is_unsigned, attrs);
}

/// Drops the batch dimensions that are repeated; `loops` becomes the loops of
/// the dimensions that stay, out of `n_batch` batch loops, M, N and K.
static dl_operand batch_operand(const dl_builder *bld, MlirValue tensor,
                                MlirValue init, int n_batch, int rows,
                                int columns) {
  int64_t rank = dl_rank(tensor);
  bool drop[DL_MAX_RANK] = {false};
  int loops[DL_MAX_LOOPS], kept = 0;
  for (int64_t i = 0; i < rank - 2; ++i) {
    int loop = (int)(n_batch - (rank - 2) + i);
    drop[i] = dl_static_size(tensor, i) == 1 && dl_static_size(init, loop) != 1;
    if (!drop[i])
      loops[kept++] = loop;
  }
  loops[kept++] = rows;
  loops[kept++] = columns;
  return (dl_operand){dl_without_units(bld, tensor, drop),
                      dl_loop_map(bld, n_batch + 3, kept, loops)};
}

static MlirValue contract_generic(const dl_builder *bld, MlirValue lhs,
                                  bool lhs_transposed, MlirValue rhs,
                                  bool rhs_transposed, MlirValue init,
                                  bool is_unsigned) {
  int rank = (int)dl_rank(init), n_batch = rank - 2;
  int m = n_batch, n = m + 1, k = m + 2;
  dl_operand inputs[] = {
      batch_operand(bld, lhs, init, n_batch, lhs_transposed ? k : m,
                    lhs_transposed ? m : k),
      batch_operand(bld, rhs, init, n_batch, rhs_transposed ? n : k,
                    rhs_transposed ? k : n)};
  int of_result[DL_MAX_LOOPS];
  for (int i = 0; i < rank; ++i)
    of_result[i] = i;
  dl_operand output = {init, dl_loop_map(bld, rank + 1, rank, of_result)};
  char iterators[DL_MAX_LOOPS];
  memset(iterators, 'p', sizeof(iterators));
  iterators[k] = 'r';
  MlirType acc = dl_tensor_element(init);
  dl_generic loop =
      dl_generic_begin(bld, rank + 1, iterators, 2, inputs, 1, &output);
  MlirValue product =
      dl_mul(bld, dl_to_type(bld, dl_generic_input(&loop, 0), acc, is_unsigned),
             dl_to_type(bld, dl_generic_input(&loop, 1), acc, is_unsigned));
  MlirValue sum = dl_add(bld, dl_generic_output(&loop, 0), product);
  return dl_generic_end(bld, &loop, 1, &sum);
}

/// True if there is at most one batch dimension, which both factors have.
static bool is_plain(MlirValue lhs, MlirValue rhs, MlirValue init) {
  int64_t rank = dl_rank(init);
  if (rank > 3 || dl_rank(lhs) != rank || dl_rank(rhs) != rank)
    return false;
  bool repeats = dl_static_size(lhs, 0) == 1 || dl_static_size(rhs, 0) == 1;
  return rank == 2 || dl_static_size(init, 0) == 1 || !repeats;
}

MlirValue dl_contract(const dl_builder *bld, MlirValue lhs, bool lhs_transposed,
                      MlirValue rhs, bool rhs_transposed, MlirValue init,
                      bool is_unsigned) {
  return is_plain(lhs, rhs, init)
             ? contract_named(bld, lhs, lhs_transposed, rhs, rhs_transposed,
                              init, is_unsigned)
             : contract_generic(bld, lhs, lhs_transposed, rhs, rhs_transposed,
                                init, is_unsigned);
}

MlirLogicalResult dl_lower_matmul(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  bool is_unsigned = dl_matmul_is_unsigned(op);
  bool to_tf32 = dl_enum_value(dl_matmul_numerics(op), 0) == DL_NUMERICS_TF32;
  MlirValue factors[] = {dl_matmul_lhs(op), dl_matmul_rhs(op)};
  MlirValue init = dl_matmul_init(op);
  MlirType acc = dl_acc_type(op);
  dl_dims dims = dl_result_dims(bld, op);
  MlirValue lhs = dl_factor(bld, factors[0], acc, to_tf32, is_unsigned);
  MlirValue rhs = dl_factor(bld, factors[1], acc, to_tf32, is_unsigned);
  MlirValue start = dl_start_sum(bld, &dims, init, acc, is_unsigned);
  MlirValue sum = dl_contract(bld, lhs, dl_matmul_lhs_transposed(op), rhs,
                              dl_matmul_rhs_transposed(op), start, is_unsigned);
  return dl_finish(rewrite, sum, is_unsigned);
}
