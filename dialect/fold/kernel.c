// dlopt.kernel: canonicalisation.
#include "dialect/dlopt_ops.h"
#include "dialect/fold/patterns.h"
#include "dialect/fold/region.h"
#include "dialect/verify/hooks.h"
#include "lowering/base/arena.h"

static bool has_uses(MlirValue value) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}

static MlirLogicalResult drop_unused_input(MlirOperation op,
                                           const dl_builder *bld) {
  MlirBlock body = dl_region_block(op, 0);
  intptr_t count = dl_kernel_n_inputs(op), unused = 0;
  while (unused < count && has_uses(mlirBlockGetArgument(body, unused)))
    ++unused;
  if (unused == count)
    return mlirLogicalResultFailure();
  dl_arena arena = {NULL};
  MlirValue *kept = DL_ARENA_ARRAY(&arena, MlirValue, (size_t)count);
  intptr_t n_kept = 0;
  for (intptr_t i = 0; i < count; ++i)
    if (i != unused)
      kept[n_kept++] = dl_kernel_inputs(op, i);
  mlirRewriterBaseStartOpModification(bld->rewriter, op);
  mlirOperationSetOperands(op, n_kept, kept);
  mlirBlockEraseArgument(body, (unsigned)unused);
  mlirRewriterBaseFinalizeOpModification(bld->rewriter, op);
  dl_arena_reset(&arena);
  return mlirLogicalResultSuccess();
}

/// The later of two equal inputs loses its uses; drop_unused_input does the
/// rest.
static MlirLogicalResult merge_equal_inputs(MlirOperation op,
                                            const dl_builder *bld) {
  MlirBlock body = dl_region_block(op, 0);
  for (intptr_t j = 1; j < dl_kernel_n_inputs(op); ++j) {
    MlirValue argument = mlirBlockGetArgument(body, j);
    for (intptr_t i = 0; i < j && has_uses(argument); ++i) {
      if (!mlirValueEqual(dl_kernel_inputs(op, i), dl_kernel_inputs(op, j)))
        continue;
      mlirRewriterBaseReplaceAllUsesWith(bld->rewriter, argument,
                                         mlirBlockGetArgument(body, i));
      return mlirLogicalResultSuccess();
    }
  }
  return mlirLogicalResultFailure();
}

/// A result that is an input as it is needs no kernel.
static MlirLogicalResult bypass_inputs(MlirOperation op,
                                       const dl_builder *bld) {
  bool changed = false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    intptr_t argument = dl_yielded_argument(op, i);
    if (argument < 0 || !has_uses(result))
      continue;
    mlirRewriterBaseReplaceAllUsesWith(bld->rewriter, result,
                                       dl_kernel_inputs(op, argument));
    changed = true;
  }
  return changed ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static const dl_canonical patterns[] = {
    {"dlopt.kernel", bypass_inputs},
    {"dlopt.kernel", merge_equal_inputs},
    {"dlopt.kernel", drop_unused_input},
    {"dlopt.kernel", dl_merge_equal_results},
    {"dlopt.kernel", dl_drop_unused_results},
};

void dl_kernel_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  DL_CANONICAL_ADD(set, context, patterns);
}
