// dlopt.map -> linalg.generic with the same body.
#include "lowering/reference/shared.h"

#include "dialect/verify/map.h"

#include <string.h>

/// The input without dimensions of static size 1 that are read at 0.
static dl_operand input_operand(const dl_builder *bld, MlirOperation op,
                                intptr_t index, int64_t n_loops) {
  MlirValue input = dl_map_inputs(op, index);
  bool drop[DL_MAX_RANK] = {false};
  int loops[DL_MAX_RANK], kept = 0;
  for (int64_t i = 0, rank = dl_rank(input); i < rank; ++i) {
    int loop = (int)dl_map_dim(op, index, i);
    drop[i] = loop < 0 && dl_static_size(input, i) == 1;
    if (!drop[i])
      loops[kept++] = loop;
  }
  return (dl_operand){dl_without_units(bld, input, drop),
                      dl_loop_map(bld, n_loops, kept, loops)};
}

/// Replaces one op of the moved body that only dlopt.map has.
static void replace_in_body(const dl_builder *bld, MlirOperation op) {
  if (dl_index_is(op)) {
    mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, op);
    MlirValue index =
        dl_linalg_index(bld, (dl_linalg_index_attrs){.dim = dl_index_dim(op)});
    mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &index);
  } else if (dl_yield_is(op)) {
    mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, op);
    MlirValue values[DL_MAX_LOOPS];
    intptr_t count = dl_yield_n_values(op);
    for (intptr_t i = 0; i < count; ++i)
      values[i] = dl_yield_values(op, i);
    dl_linalg_yield(bld, count, values);
    mlirRewriterBaseEraseOp(bld->rewriter, op);
  }
}

MlirLogicalResult dl_lower_map(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  intptr_t n_inputs = dl_map_n_inputs(op);
  intptr_t n_results = mlirOperationGetNumResults(op);
  if (n_results > DL_MAX_LOOPS)
    return DL_NO_MATCH(rewrite, "more results than a loop can yield");
  dl_dims dims = dl_result_dims(bld, op);
  dl_operand *inputs =
      DL_ARENA_ARRAY(&rewrite->arena, dl_operand, (size_t)n_inputs + 1);
  MlirValue *values =
      DL_ARENA_ARRAY(&rewrite->arena, MlirValue, (size_t)n_inputs + 1);
  dl_operand outputs[DL_MAX_LOOPS];
  MlirAffineMap identity = dl_identity_map(bld, dims.rank);
  for (intptr_t i = 0; i < n_inputs; ++i)
    inputs[i] = input_operand(bld, op, i, dims.rank);
  for (intptr_t i = 0; i < n_results; ++i)
    outputs[i] = (dl_operand){
        dl_empty(bld, &dims, dl_tensor_element(dl_result(op, i))), identity};
  char iterators[DL_MAX_LOOPS];
  memset(iterators, 'p', sizeof(iterators));
  dl_generic loop = dl_generic_begin(bld, dims.rank, iterators, n_inputs,
                                     inputs, n_results, outputs);
  for (intptr_t i = 0; i < n_inputs; ++i)
    values[i] = dl_generic_input(&loop, i);
  mlirRewriterBaseMergeBlocks(bld->rewriter, dl_region_block(op, 0), loop.body,
                              n_inputs, values);
  for (MlirOperation inner = mlirBlockGetFirstOperation(loop.body), next;
       !mlirOperationIsNull(inner); inner = next) {
    next = mlirOperationGetNextInBlock(inner);
    replace_in_body(bld, inner);
  }
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, loop.op);
  MlirValue results[DL_MAX_LOOPS];
  for (intptr_t i = 0; i < n_results; ++i) {
    MlirType type = mlirValueGetType(dl_result(op, i));
    results[i] = dl_cast_type(bld, mlirOperationGetResult(loop.op, i), type);
  }
  return dl_replace(rewrite, n_results, results);
}
