// All-parallel operations become dlopt.map or dlopt.cast:
//   linalg.generic, map, elementwise, add, exp, broadcast, transpose, ...
// with linalg.index, inits that the body reads (one more input), values from
// above and several results. Gives up when an operand is not indexed by one
// loop a dimension, results are laid out unlike each other, or the body has
// regions.
#include "lowering/import/import.h"
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// How many loops the results run along: those that are not reduced, if the
/// others do one step only; else -1.
static intptr_t count_loops(const dl_structured *view) {
  for (int loop = 0; loop < view->n_loops; ++loop)
    if (view->is_reduction[loop] && dl_structured_loop_size(view, loop) != 1)
      return -1;
  return view->n_loops - view->n_reductions;
}

/// Loop of each result dimension; false if the results differ in that.
static bool read_order(const dl_structured *view, intptr_t n_loops,
                       int *order) {
  for (intptr_t i = 0; i < view->n_inits; ++i) {
    dl_loops loops;
    if (!dl_structured_loops(view, view->n_inputs + i, &loops) ||
        !dl_loops_are_permutation(&loops, n_loops))
      return false;
    for (int64_t j = 0; j < loops.rank; ++j) {
      if (view->is_reduction[loops.loops[j]] ||
          (i > 0 && order[j] != loops.loops[j]))
        return false;
      order[j] = loops.loops[j];
    }
  }
  return true;
}

static bool has_encoding(const dl_structured *view) {
  for (intptr_t i = 0; i < view->n_inputs + view->n_inits; ++i) {
    MlirType type = mlirValueGetType(dl_structured_operand(view, i));
    if (mlirTypeIsARankedTensor(type) &&
        !mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
      return true;
  }
  return false;
}

/// Results are of one shape, statically alike as their types say.
static bool have_one_shape(const dl_structured *view) {
  MlirType first = mlirValueGetType(dl_structured_init(view, 0));
  for (intptr_t i = 1; i < view->n_inits; ++i) {
    MlirType type = mlirValueGetType(dl_structured_init(view, i));
    for (int64_t j = 0; j < mlirShapedTypeGetRank(first); ++j)
      if (mlirShapedTypeGetDimSize(type, j) !=
          mlirShapedTypeGetDimSize(first, j))
        return false;
  }
  return true;
}

MlirLogicalResult dl_import_map(dl_rewrite *rewrite) {
  dl_structured view;
  int order[DL_MAX_STRUCTURED_LOOPS];
  const char *reason;
  if (!dl_structured_read(rewrite->op, &view, &reason))
    return dl_other_kind();
  intptr_t n_loops = count_loops(&view);
  if (n_loops < 0)
    return dl_other_kind();
  if (!read_order(&view, n_loops, order))
    return DL_NO_MATCH(rewrite, "a result is not indexed by each loop once, in "
                                "the order of the other results");
  if (has_encoding(&view))
    return DL_NO_MATCH(rewrite, "a tensor has an encoding");
  if (!have_one_shape(&view))
    return DL_NO_MATCH(rewrite, "its results have different types of shape");
  MlirValue *values = DL_ARENA_ARRAY(&rewrite->arena, MlirValue, view.n_inits);
  for (intptr_t i = 0; i < view.n_inits; ++i)
    values[i] = dl_structured_yielded(&view, i);
  reason = dl_check_body(&view, true);
  if (reason)
    return DL_NO_MATCH(rewrite, reason);
  dl_map_plan plan = {.view = &view,
                      .order = order,
                      .rank = n_loops,
                      .values = values,
                      .n_values = view.n_inits};
  MlirOperation map = dl_take_body_as_map(rewrite, &plan);
  if (view.n_inits == 1)
    return dl_replace_one(rewrite, dl_simplify_map(rewrite, map));
  for (intptr_t i = 0; i < view.n_inits; ++i)
    values[i] = mlirOperationGetResult(map, i);
  return dl_replace(rewrite, view.n_inits, values);
}

MlirLogicalResult dl_import_fill(dl_rewrite *rewrite) {
  MlirOperation op = rewrite->op;
  if (mlirOperationGetNumResults(op) != 1)
    return DL_NO_MATCH(rewrite, "it works on memrefs, not on tensors");
  MlirValue result = mlirOperationGetResult(op, 0);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(result))) {
    mlirRewriterBaseEraseOp(rewrite->bld.rewriter, op);
    return mlirLogicalResultSuccess();
  }
  MlirAttribute value = dl_constant_value(dl_linalg_fill_inputs(op, 0));
  MlirType type = mlirValueGetType(result);
  bool is_plain = mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type));
  if (mlirAttributeIsNull(value) || !is_plain ||
      !mlirShapedTypeHasStaticShape(type))
    return dl_import_map(rewrite);
  return dl_replace_one(
      rewrite,
      dl_arith_constant(&rewrite->bld, type,
                        (dl_arith_constant_attrs){
                            mlirDenseElementsAttrSplatGet(type, value)}));
}
