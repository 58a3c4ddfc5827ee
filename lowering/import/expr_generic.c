// The element view of a maximum that the import left in linalg: one of several
// results (torch-mlir's maximum with its index), or one by comparison and
// selection, which is no maximum where a NaN is met. A softmax needs no more:
// there a NaN in a row makes the row NaN whatever the maximum.
#include "lowering/import/expr_build.h"

#include "dialect/verify/types.h"
#include "lowering/base/builder.h"
#include "lowering/import/structured.h"

/// select(a > b, a, b) and its like; gives the two.
static bool is_selected_max(MlirOperation select, MlirValue pair[2]) {
  enum { OGT = 2, OGE, OLT, OLE, UGT = 9, UGE, ULT, ULE };
  if (!dl_is(select, "arith.select"))
    return false;
  MlirOperation compare = dl_def(select, 0);
  if (!dl_is(compare, "arith.cmpf"))
    return false;
  int64_t predicate = mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(compare, DL_STR("predicate")));
  bool greater = predicate == OGT || predicate == OGE || predicate == UGT ||
                 predicate == UGE;
  bool less = predicate == OLT || predicate == OLE || predicate == ULT ||
              predicate == ULE;
  for (int i = 0; i < 2; ++i)
    pair[i] = mlirOperationGetOperand(compare, i);
  MlirValue when_true = pair[greater ? 0 : 1];
  MlirValue when_false = pair[greater ? 1 : 0];
  return (greater || less) &&
         mlirValueEqual(mlirOperationGetOperand(select, 1), when_true) &&
         mlirValueEqual(mlirOperationGetOperand(select, 2), when_false);
}

/// The kind if `yielded` is the maximum of the two, else -1.
static int max_kind(MlirValue yielded, MlirValue element, MlirValue init) {
  MlirOperation op = dl_value_def(yielded);
  MlirValue pair[2];
  int kind = DL_REDUCE_MAXNUM;
  if (dl_is(op, "arith.maximumf") || dl_is(op, "arith.maxnumf")) {
    kind = dl_is(op, "arith.maximumf") ? DL_REDUCE_MAX : DL_REDUCE_MAXNUM;
    for (int i = 0; i < 2; ++i)
      pair[i] = mlirOperationGetOperand(op, i);
  } else if (!is_selected_max(op, pair)) {
    return -1;
  }
  bool straight =
      mlirValueEqual(pair[0], element) && mlirValueEqual(pair[1], init);
  bool swapped =
      mlirValueEqual(pair[1], element) && mlirValueEqual(pair[0], init);
  return straight || swapped ? kind : -1;
}

/// Ids of the loops: those of the result's dimensions, then of the reduced
/// ones.
static bool place_of_input(dl_view *view, const dl_structured *generic,
                           intptr_t result, const dl_place *place,
                           dl_place *source, uint32_t *bound) {
  int ids[DL_MAX_STRUCTURED_LOOPS];
  dl_loops in, out;
  uint32_t taken = 0;
  MlirValue input = dl_structured_operand(generic, 0);
  if (!dl_structured_loops(generic, 0, &in) ||
      !dl_structured_loops(generic, generic->n_inputs + result, &out))
    return false;
  for (int l = 0; l < generic->n_loops; ++l)
    ids[l] = -1;
  for (int64_t i = 0; i < out.rank; ++i) {
    if (out.loops[i] < 0)
      continue;
    ids[out.loops[i]] = place->id[i];
    if (place->id[i] >= 0)
      taken |= UINT32_C(1) << place->id[i];
  }
  source->rank = (int)in.rank;
  for (int64_t i = in.rank - 1; i >= 0; --i) {
    int loop = in.loops[i];
    source->id[i] = -1;
    if (loop < 0 || dl_static_dim(input, (int)i) == 1)
      continue;
    if (generic->is_reduction[loop]) {
      ids[loop] = dl_view_reduced_id(view, input, (int)i, taken | *bound);
      if (ids[loop] < 0)
        return false;
      *bound |= UINT32_C(1) << ids[loop];
    }
    source->id[i] = (int8_t)ids[loop];
  }
  return true;
}

const dl_expr *dl_expr_of_generic(dl_view *view, MlirValue tensor,
                                  MlirOperation op, const dl_place *place) {
  dl_structured generic;
  const char *reason;
  intptr_t result = mlirOpResultGetResultNumber(tensor);
  if (!dl_structured_read(op, &generic, &reason) || generic.n_inputs != 1 ||
      !generic.n_reductions)
    return NULL;
  int kind = max_kind(dl_structured_yielded(&generic, result),
                      dl_structured_argument(&generic, 0),
                      dl_structured_argument(&generic, 1 + result));
  dl_place source;
  uint32_t bound = 0;
  if (kind < 0 ||
      !place_of_input(view, &generic, result, place, &source, &bound))
    return NULL;
  const dl_expr *init =
      dl_view_element(view, dl_structured_init(&generic, result), place);
  if (init->kind != DL_EXPR_CONST)
    return NULL;
  dl_expr proto = {.kind = DL_EXPR_REDUCE,
                   .type = dl_tensor_element(tensor),
                   .bound = bound,
                   .reduce = kind,
                   .number = init->number,
                   .op = op,
                   .n_args = 1,
                   .args = {dl_view_element(
                       view, dl_structured_operand(&generic, 0), &source)}};
  return dl_expr_intern(view, &proto);
}
