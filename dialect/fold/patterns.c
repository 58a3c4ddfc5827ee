// Canonicalisation patterns in C: adding them, and those that ops share.
#include "dialect/fold/patterns.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/shape.h"

static MlirLogicalResult call_rewrite(MlirRewritePattern pattern,
                                      MlirOperation op,
                                      MlirPatternRewriter rewriter,
                                      void *user_data) {
  (void)pattern;
  const dl_canonical *row = user_data;
  dl_builder bld = dl_builder_before(mlirPatternRewriterAsBase(rewriter), op);
  return row->rewrite(op, &bld);
}

void dl_canonical_add(MlirRewritePatternSet set, MlirContext context,
                      const dl_canonical *patterns, size_t count) {
  MlirRewritePatternCallbacks callbacks = {NULL, NULL, call_rewrite};
  for (size_t i = 0; i < count; ++i) {
    MlirStringRef root = mlirStringRefCreateFromCString(patterns[i].root);
    // The C API wants a mutable pointer; call_rewrite only reads.
    void *row = (void *)(uintptr_t)&patterns[i];
    mlirRewritePatternSetAdd(
        set,
        mlirOpRewritePatternCreate(root, 1, context, callbacks, row, 0, NULL));
  }
}

MlirValue dl_cast_tensor_to(const dl_builder *bld, MlirValue value,
                            MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  MlirOperationState state = dl_op_begin(bld, "tensor.cast");
  mlirOperationStateAddOperands(&state, 1, &value);
  mlirOperationStateAddResults(&state, 1, &type);
  return mlirOperationGetResult(dl_op_end(bld, &state), 0);
}

/// True if `precise` is `type` with some dynamic dimensions made static.
static bool is_more_static(MlirType precise, MlirType type) {
  if (!mlirTypeIsARankedTensor(precise) ||
      mlirShapedTypeGetRank(precise) != mlirShapedTypeGetRank(type) ||
      !mlirAttributeEqual(mlirRankedTensorTypeGetEncoding(precise),
                          mlirRankedTensorTypeGetEncoding(type)))
    return false;
  for (int64_t dim = 0; dim < mlirShapedTypeGetRank(type); ++dim)
    if (dl_type_static_size(precise, dim) < 0 &&
        dl_type_static_size(type, dim) >= 0)
      return false;
  return true;
}

MlirLogicalResult dl_fold_operand_casts(MlirOperation op,
                                        const dl_builder *bld) {
  const dl_shape_rule *rule = dl_shape_rule_of(op);
  bool changed = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirOperation cast = dl_def(op, i);
    if (!dl_is(cast, "tensor.cast"))
      continue;
    MlirValue source = mlirOperationGetOperand(cast, 0);
    MlirType precise = mlirValueGetType(source);
    MlirType type = mlirValueGetType(mlirOperationGetResult(cast, 0));
    // A cast that contradicts another operand guards code that never runs.
    if (!is_more_static(precise, type) || !dl_shape_fits(op, rule, i, precise))
      continue;
    mlirRewriterBaseStartOpModification(bld->rewriter, op);
    mlirOperationSetOperand(op, i, source);
    mlirRewriterBaseFinalizeOpModification(bld->rewriter, op);
    changed = true;
  }
  return changed ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

/// Gives result `index` the type `type`; its users see a cast to the old one.
static void set_result_type(MlirOperation op, const dl_builder *bld,
                            intptr_t index, MlirType type) {
  MlirValue result = mlirOperationGetResult(op, index);
  MlirType old = mlirValueGetType(result);
  mlirRewriterBaseStartOpModification(bld->rewriter, op);
  mlirValueSetType(result, type);
  mlirRewriterBaseFinalizeOpModification(bld->rewriter, op);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, op);
  MlirValue cast = dl_cast_tensor_to(bld, result, old);
  mlirRewriterBaseReplaceAllUsesExcept(bld->rewriter, result, cast,
                                       dl_value_def(cast));
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, op);
}

void dl_set_result_sizes(MlirOperation op, const dl_builder *bld,
                         const int64_t *sizes) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    set_result_type(
        op, bld, i,
        dl_type_with_sizes(mlirValueGetType(mlirOperationGetResult(op, i)),
                           sizes));
}

MlirLogicalResult dl_refine_results(MlirOperation op, const dl_builder *bld) {
  const dl_shape_rule *rule = dl_shape_rule_of(op);
  MlirValue first = mlirOperationGetResult(op, 0);
  int64_t sizes[DL_MAX_RANK];
  bool changed = false;
  for (int64_t dim = 0; dim < dl_rank(first); ++dim) {
    sizes[dim] = dl_static_size(first, dim);
    if (sizes[dim] >= 0)
      continue;
    dl_size size = dl_result_size(op, rule, dim);
    if (size.source != DL_SIZE_STATIC)
      continue;
    sizes[dim] = size.size;
    changed = true;
  }
  if (!changed)
    return mlirLogicalResultFailure();
  dl_set_result_sizes(op, bld, sizes);
  return mlirLogicalResultSuccess();
}

MlirValue dl_dim_value(const dl_builder *bld, MlirValue tensor, int64_t dim) {
  for (;;) {
    MlirOperation def = dl_value_def(tensor);
    const dl_shape_rule *rule =
        mlirOperationIsNull(def) ? NULL : dl_shape_rule_of(def);
    dl_size size = {.source = DL_SIZE_UNKNOWN};
    if (dl_static_size(tensor, dim) >= 0)
      return dl_constant_index(bld, dl_static_size(tensor, dim));
    if (rule)
      size = dl_result_size(def, rule, dim);
    else if (dl_is(def, "tensor.cast") &&
             dl_is_tensor(mlirOperationGetOperand(def, 0)))
      size = (dl_size){.source = DL_SIZE_DIM,
                       .value = mlirOperationGetOperand(def, 0),
                       .dim = dim};
    if (size.source == DL_SIZE_STATIC)
      return dl_constant_index(bld, size.size);
    if (size.source == DL_SIZE_VALUE)
      return size.value;
    if (size.source != DL_SIZE_DIM)
      break;
    tensor = size.value;
    dim = size.dim;
  }
  MlirValue operands[] = {tensor, dl_constant_index(bld, dim)};
  MlirOperationState state = dl_op_begin(bld, "tensor.dim");
  mlirOperationStateAddOperands(&state, 2, operands);
  mlirOperationStateEnableResultTypeInference(&state);
  return mlirOperationGetResult(dl_op_end(bld, &state), 0);
}

MlirAttribute dl_constant_of(MlirValue value) {
  MlirOperation constant = dl_value_def(value);
  if (!dl_is(constant, "arith.constant"))
    return (MlirAttribute){NULL};
  return mlirOperationGetAttributeByName(constant, DL_STR("value"));
}

MlirAttribute dl_splat_of(MlirValue value) {
  MlirOperation def = dl_value_def(value);
  if (!mlirOperationIsNull(def) && dl_map_is(def)) {
    if (dl_map_n_inputs(def) != 0)
      return (MlirAttribute){NULL};
    MlirOperation yield = mlirBlockGetTerminator(dl_region_block(def, 0));
    return dl_constant_of(
        mlirOperationGetOperand(yield, mlirOpResultGetResultNumber(value)));
  }
  MlirAttribute constant = dl_constant_of(value);
  if (mlirAttributeIsNull(constant) ||
      !mlirAttributeIsADenseElements(constant) ||
      !mlirDenseElementsAttrIsSplat(constant))
    return (MlirAttribute){NULL};
  return mlirDenseElementsAttrGetSplatValue(constant);
}
