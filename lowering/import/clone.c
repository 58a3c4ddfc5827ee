// Merging a chain of maps into one, operation by operation.
#include "lowering/import/clone.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/import/expr_build.h"
#include "lowering/import/reshape.h"

#include <string.h>

/// Activations are small; a larger chain is not merged.
enum { MAX_MAPS = 16, MAX_VALUES = 96, MAX_OPERANDS = 4 };

/// A scalar of an old body, and its copy.
struct copied {
  MlirValue value, copy;
  dl_place place;
};

struct merge {
  const dl_builder *bld; ///< inserts into the new body
  dl_view *view;
  const dl_expr *variable;
  bool is_dry;     ///< only looks whether it can be done
  MlirValue input; ///< the tensor that holds the variable
  dl_place input_place;
  MlirBlock block;
  int n_maps;
  MlirOperation maps[MAX_MAPS]; ///< what the new map stands for
  int n_copied;
  struct copied copied[MAX_VALUES];
};

static bool copy_tensor(struct merge *merge, MlirValue tensor,
                        const dl_place *place, MlirValue *copy);

static bool same_place(const dl_place *a, const dl_place *b) {
  return a->rank == b->rank && memcmp(a->id, b->id, (size_t)a->rank) == 0;
}

static bool is_noted(const struct merge *merge, MlirOperation op) {
  for (int i = 0; i < merge->n_maps; ++i)
    if (mlirOperationEqual(merge->maps[i], op))
      return true;
  return false;
}

static bool note(struct merge *merge, MlirOperation op) {
  if (is_noted(merge, op))
    return true;
  if (merge->n_maps == MAX_MAPS)
    return false;
  merge->maps[merge->n_maps++] = op;
  return true;
}

static bool copy_scalar(struct merge *merge, MlirOperation map,
                        MlirValue scalar, const dl_place *place,
                        MlirValue *copy);

static bool clone_operation(struct merge *merge, MlirOperation map,
                            MlirOperation op, const dl_place *place,
                            MlirValue *copy) {
  MlirStringRef name = dl_op_name(op);
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue operands[MAX_OPERANDS];
  if (count > MAX_OPERANDS || mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumRegions(op) ||
      !(dl_string_starts_with(name, "arith.") ||
        dl_string_starts_with(name, "math.")))
    return false;
  for (intptr_t i = 0; i < count; ++i)
    if (!copy_scalar(merge, map, mlirOperationGetOperand(op, i), place,
                     &operands[i]))
      return false;
  if (merge->is_dry)
    return true;
  MlirOperation clone = mlirOperationClone(op);
  for (intptr_t i = 0; i < count; ++i)
    mlirOperationSetOperand(clone, i, operands[i]);
  mlirRewriterBaseInsert(merge->bld->rewriter, clone);
  *copy = mlirOperationGetResult(clone, 0);
  return true;
}

static bool copy_scalar(struct merge *merge, MlirOperation map,
                        MlirValue scalar, const dl_place *place,
                        MlirValue *copy) {
  MlirBlock body = dl_region_block(map, 0);
  bool is_argument = mlirValueIsABlockArgument(scalar);
  MlirBlock home = is_argument ? mlirBlockArgumentGetOwner(scalar)
                               : mlirOperationGetBlock(dl_value_def(scalar));
  // What is computed outside the old map can be used from the new one.
  *copy = scalar;
  if (!mlirBlockEqual(home, body))
    return true;
  if (is_argument) {
    intptr_t p = mlirBlockArgumentGetArgNumber(scalar);
    dl_place source;
    dl_map_input_place(map, p, place, &source);
    return copy_tensor(merge, dl_map_inputs(map, p), &source, copy);
  }
  for (int i = 0; i < merge->n_copied; ++i)
    if (mlirValueEqual(merge->copied[i].value, scalar) &&
        same_place(&merge->copied[i].place, place)) {
      *copy = merge->copied[i].copy;
      return true;
    }
  if (merge->n_copied == MAX_VALUES ||
      !clone_operation(merge, map, dl_value_def(scalar), place, copy))
    return false;
  if (merge->n_copied == MAX_VALUES)
    return false;
  merge->copied[merge->n_copied++] = (struct copied){scalar, *copy, *place};
  return true;
}

static bool copy_cast(struct merge *merge, MlirOperation op,
                      const dl_place *place, MlirValue *copy) {
  MlirType to = dl_tensor_element(mlirOperationGetResult(op, 0));
  MlirType from = dl_tensor_element(dl_cast_input(op));
  if (!mlirTypeIsAFloat(to) || !mlirTypeIsAFloat(from) ||
      mlirFloatTypeGetWidth(to) == mlirFloatTypeGetWidth(from) ||
      !mlirAttributeIsNull(dl_cast_rounding(op)) || dl_cast_saturate(op) ||
      !copy_tensor(merge, dl_cast_input(op), place, copy))
    return false;
  if (!merge->is_dry)
    *copy = mlirFloatTypeGetWidth(to) > mlirFloatTypeGetWidth(from)
                ? dl_arith_extf(merge->bld, to, *copy,
                                (dl_arith_extf_attrs){.fastmath = {NULL}})
                : dl_arith_truncf(merge->bld, to, *copy,
                                  (dl_arith_truncf_attrs){.fastmath = {NULL}});
  return true;
}

/// Several tensors may hold the variable; the nearest one is read.
static bool copy_input(struct merge *merge, MlirValue tensor,
                       const dl_place *place, MlirValue *copy) {
  if (mlirValueIsNull(merge->input)) {
    merge->input = tensor;
    merge->input_place = *place;
  }
  if (!mlirTypeEqual(dl_tensor_element(tensor),
                     dl_tensor_element(merge->input)))
    return false;
  if (!merge->is_dry)
    *copy = mlirBlockGetArgument(merge->block, 0);
  return true;
}

/// Every dimension of the result is static, or the input runs along it.
static bool input_covers(const struct merge *merge, MlirValue root) {
  for (int i = 0; i < dl_tensor_rank(root); ++i) {
    bool covered = dl_static_dim(root, i) >= 0;
    for (int j = 0; j < merge->input_place.rank; ++j)
      covered |= merge->input_place.id[j] == i;
    if (!covered)
      return false;
  }
  return true;
}

/// `dims` of the map; null if the input runs along the result's dimensions.
static MlirAttribute input_dims(const struct merge *merge, int rank) {
  int dims[DL_MAX_RANK];
  bool is_identity = merge->input_place.rank == rank;
  for (int j = 0; j < merge->input_place.rank; ++j) {
    dims[j] = merge->input_place.id[j];
    is_identity &=
        dims[j] == j || (dims[j] < 0 && merge->view->sizes[j].fixed == 1);
  }
  MlirAttribute row = dl_dims_row(merge->bld, merge->input_place.rank, dims);
  return is_identity ? mlirAttributeGetNull()
                     : mlirArrayAttrGet(merge->bld->context, 1, &row);
}

static bool copy_tensor(struct merge *merge, MlirValue tensor,
                        const dl_place *place, MlirValue *copy) {
  const dl_expr *expr = dl_view_element(merge->view, tensor, place);
  if (expr == merge->variable)
    return copy_input(merge, tensor, place, copy);
  MlirOperation op = dl_value_def(tensor);
  if (dl_map_is(op) && mlirOperationGetNumResults(op) == 1) {
    MlirOperation yield = mlirBlockGetTerminator(dl_region_block(op, 0));
    return note(merge, op) &&
           copy_scalar(merge, op, dl_yield_values(yield, 0), place, copy);
  }
  if (dl_cast_is(op))
    return note(merge, op) && copy_cast(merge, op, place, copy);
  if (expr->kind != DL_EXPR_CONST)
    return false;
  MlirType type = dl_tensor_element(tensor);
  if (!merge->is_dry)
    *copy = mlirTypeIsAFloat(type)
                ? dl_constant_float(merge->bld, type, expr->number)
                : dl_constant_int(merge->bld, type, (int64_t)expr->number);
  return true;
}

/// Nothing but the operations to be merged uses the values between them.
static bool is_closed(const struct merge *merge, MlirOperation root) {
  for (int i = 0; i < merge->n_maps; ++i) {
    if (mlirOperationEqual(merge->maps[i], root))
      continue;
    MlirOpOperand use =
        mlirValueGetFirstUse(mlirOperationGetResult(merge->maps[i], 0));
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (!is_noted(merge, mlirOpOperandGetOwner(use)))
        return false;
  }
  return true;
}

MlirOperation dl_merge_maps(dl_recognizer *rec, dl_view *view,
                            const dl_expr *variable) {
  const dl_builder *bld = &rec->bld;
  dl_place place = dl_view_root_place(view, 0);
  MlirValue copy, root = mlirOperationGetResult(rec->op, 0);
  struct merge merge = {
      .bld = bld, .view = view, .variable = variable, .is_dry = true};
  if (!copy_tensor(&merge, root, &place, &copy) ||
      mlirValueIsNull(merge.input) || !input_covers(&merge, root) ||
      !is_closed(&merge, rec->op))
    return (MlirOperation){NULL};
  MlirType element = dl_tensor_element(merge.input);
  MlirType type = mlirValueGetType(root);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region,
                             mlirBlockCreate(1, &element, &bld->location));
  MlirOperation map =
      dl_map(bld, 1, &type, 1, &merge.input, 0, NULL,
             (dl_map_attrs){input_dims(&merge, place.rank)}, region);
  merge.is_dry = false;
  merge.n_copied = 0;
  merge.block = dl_region_block(map, 0);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, merge.block);
  copy_tensor(&merge, root, &place, &copy);
  dl_yield(bld, 1, &copy);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, map);
  return map;
}
