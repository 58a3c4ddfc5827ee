// What dlopt.map and dlopt.kernel share: results that nobody needs.
#include "dialect/fold/region.h"

#include "lowering/base/arena.h"

MlirOperation dl_body_yield(MlirOperation op) {
  return mlirBlockGetTerminator(dl_region_block(op, 0));
}

static bool has_uses(MlirValue value) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}

intptr_t dl_yielded_argument(MlirOperation op, intptr_t index) {
  MlirValue value = mlirOperationGetOperand(dl_body_yield(op), index);
  if (!mlirValueIsABlockArgument(value) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(value), dl_region_block(op, 0)))
    return -1;
  return mlirBlockArgumentGetArgNumber(value);
}

MlirLogicalResult dl_merge_equal_results(MlirOperation op,
                                         const dl_builder *bld) {
  MlirOperation yield = dl_body_yield(op);
  for (intptr_t i = 1; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    if (!has_uses(result))
      continue;
    for (intptr_t j = 0; j < i; ++j) {
      MlirValue earlier = mlirOperationGetResult(op, j);
      if (!mlirValueEqual(mlirOperationGetOperand(yield, i),
                          mlirOperationGetOperand(yield, j)) ||
          !mlirTypeEqual(mlirValueGetType(result), mlirValueGetType(earlier)))
        continue;
      mlirRewriterBaseReplaceAllUsesWith(bld->rewriter, result, earlier);
      return mlirLogicalResultSuccess();
    }
  }
  return mlirLogicalResultFailure();
}

/// Makes an op like `op` with the `count` results whose numbers `kept` lists,
/// and moves the body into it.
static MlirOperation with_results(MlirOperation op, const dl_builder *bld,
                                  intptr_t count, const intptr_t *kept,
                                  dl_arena *arena) {
  MlirOperation yield = dl_body_yield(op);
  MlirOperationState state =
      mlirOperationStateGet(dl_op_name(op), bld->location);
  MlirValue *values = DL_ARENA_ARRAY(arena, MlirValue, (size_t)count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, kept[i]));
    mlirOperationStateAddResults(&state, 1, &type);
    values[i] = mlirOperationGetOperand(yield, kept[i]);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    mlirOperationStateAddOperands(&state, 1, &operand);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirOperationSetOperands(yield, count, values);
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  return dl_op_end(bld, &state);
}

MlirLogicalResult dl_drop_unused_results(MlirOperation op,
                                         const dl_builder *bld) {
  intptr_t total = mlirOperationGetNumResults(op), count = 0;
  dl_arena arena = {NULL};
  intptr_t *kept = DL_ARENA_ARRAY(&arena, intptr_t, (size_t)total);
  for (intptr_t i = 0; i < total; ++i)
    if (has_uses(mlirOperationGetResult(op, i)))
      kept[count++] = i;
  // Without any user the whole op is dead, which is not for us to find.
  bool some_unused = count > 0 && count < total;
  if (some_unused) {
    MlirOperation slim = with_results(op, bld, count, kept, &arena);
    for (intptr_t i = 0; i < count; ++i)
      mlirRewriterBaseReplaceAllUsesWith(bld->rewriter,
                                         mlirOperationGetResult(op, kept[i]),
                                         mlirOperationGetResult(slim, i));
    mlirRewriterBaseEraseOp(bld->rewriter, op);
  }
  dl_arena_reset(&arena);
  return some_unused ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
