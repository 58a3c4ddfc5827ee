// Copies of scalar code. Elements that it reads at computed places are loaded,
// or computed, where they are read.
#include "lowering/kernel/scalar_code.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/at.h"

void dl_scope_bind(dl_scope *scope, MlirValue from, MlirValue to) {
  if (scope->count == scope->capacity) {
    int capacity = 2 * scope->capacity + 32;
    dl_arena *arena = scope->emitter->arena;
    MlirValue *lists[] = {DL_ARENA_ARRAY(arena, MlirValue, (size_t)capacity),
                          DL_ARENA_ARRAY(arena, MlirValue, (size_t)capacity)};
    for (int i = 0; i < scope->count; ++i) {
      lists[0][i] = scope->from[i];
      lists[1][i] = scope->to[i];
    }
    scope->from = lists[0];
    scope->to = lists[1];
    scope->capacity = capacity;
  }
  scope->from[scope->count] = from;
  scope->to[scope->count++] = to;
}

/// The element that a tensor.extract reads.
static MlirValue extracted(dl_scope *scope, MlirOperation op) {
  dl_emitter *emitter = scope->emitter;
  const dl_builder *bld = &emitter->bld;
  MlirValue tensor = mlirOperationGetOperand(op, 0), indices[DL_MAX_RANK];
  // A tensor read so may be larger than what the kernel walks.
  MlirType type = mlirValueIsAOpResult(tensor)
                      ? emitter->index
                      : mlirIntegerTypeGet(bld->context, 64);
  for (int64_t i = 0; i < dl_rank(tensor); ++i)
    indices[i] = dl_int_cast(
        bld, type, dl_scope_value(scope, mlirOperationGetOperand(op, i + 1)));
  return mlirValueIsAOpResult(tensor)
             ? dl_at(emitter, tensor, indices)
             : dl_argument_at(emitter, tensor, indices, type);
}

static MlirValue dimension(dl_scope *scope, MlirOperation op) {
  int64_t dim = 0;
  dl_is_constant(mlirOperationGetOperand(op, 1), &dim);
  const dl_sizer sizer = dl_device_sizer(scope->emitter);
  return dl_body_size(&sizer, mlirOperationGetOperand(op, 0), dim);
}

struct nested {
  dl_arena *arena;
  MlirOperation of;
  int count, capacity;
  MlirOperation *ops;
};

static MlirWalkResult list_nested(MlirOperation op, void *data) {
  struct nested *nested = data;
  if (mlirOperationEqual(op, nested->of))
    return MlirWalkResultAdvance;
  if (nested->ops)
    nested->ops[nested->count] = op;
  ++nested->count;
  return MlirWalkResultAdvance;
}

static bool is_within(MlirValue value, MlirOperation op) {
  MlirOperation at =
      mlirValueIsAOpResult(value)
          ? mlirOpResultGetOwner(value)
          : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  for (; !mlirOperationIsNull(at); at = mlirOperationGetParentOperation(at))
    if (mlirOperationEqual(at, op))
      return true;
  return false;
}

/// An operation within a copy: what it uses from outside, and what it reads.
static void settle_nested(dl_scope *scope, MlirOperation copy,
                          MlirOperation op) {
  MlirRewriterBase rewriter = scope->emitter->bld.rewriter;
  mlirRewriterBaseSetInsertionPointBefore(rewriter, copy);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!dl_is_tensor(operand) && !is_within(operand, copy))
      mlirOperationSetOperand(op, i, dl_scope_value(scope, operand));
  }
  bool is_extract = dl_tensor_extract_is(op);
  if (!is_extract && !dl_tensor_dim_is(op))
    return;
  mlirRewriterBaseSetInsertionPointBefore(rewriter, op);
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); ++i)
    dl_scope_bind(scope, mlirOperationGetOperand(op, i),
                  mlirOperationGetOperand(op, i));
  MlirValue value = is_extract ? extracted(scope, op) : dimension(scope, op);
  mlirRewriterBaseReplaceOpWithValues(rewriter, op, 1, &value);
}

static void settle_regions(dl_scope *scope, MlirOperation copy) {
  dl_emitter *emitter = scope->emitter;
  struct nested nested = {.of = copy};
  mlirOperationWalk(copy, list_nested, &nested, MlirWalkPreOrder);
  nested.ops =
      DL_ARENA_ARRAY(emitter->arena, MlirOperation, (size_t)nested.count + 1);
  nested.count = 0;
  mlirOperationWalk(copy, list_nested, &nested, MlirWalkPreOrder);
  for (int i = 0; i < nested.count; ++i) {
    dl_at_mark mark = dl_at_begin(emitter);
    settle_nested(scope, copy, nested.ops[i]);
    dl_at_end(emitter, mark);
  }
  mlirRewriterBaseSetInsertionPointAfter(emitter->bld.rewriter, copy);
}

static void copy_op(dl_scope *scope, MlirOperation op) {
  dl_emitter *emitter = scope->emitter;
  bool is_own_index = dl_index_is(op);
  if (is_own_index || dl_linalg_index_is(op)) {
    MlirAttribute dim =
        is_own_index ? dl_index_dim(op) : dl_linalg_index_dim(op);
    dl_scope_bind(scope, dl_result(op, 0),
                  scope->index(scope->data, mlirIntegerAttrGetValueInt(dim)));
    return;
  }
  if (dl_tensor_extract_is(op) || dl_tensor_dim_is(op)) {
    dl_scope_bind(scope, dl_result(op, 0),
                  dl_tensor_dim_is(op) ? dimension(scope, op)
                                       : extracted(scope, op));
    return;
  }
  intptr_t n_operands = mlirOperationGetNumOperands(op);
  MlirValue *operands =
      DL_ARENA_ARRAY(emitter->arena, MlirValue, (size_t)n_operands + 1);
  for (intptr_t i = 0; i < n_operands; ++i)
    operands[i] = dl_scope_value(scope, mlirOperationGetOperand(op, i));
  MlirOperation copy =
      mlirRewriterBaseInsert(emitter->bld.rewriter, mlirOperationClone(op));
  for (intptr_t i = 0; i < n_operands; ++i)
    mlirOperationSetOperand(copy, i, operands[i]);
  if (mlirOperationGetNumRegions(op) > 0)
    settle_regions(scope, copy);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    dl_scope_bind(scope, dl_result(op, i), dl_result(copy, i));
}

void dl_scope_copy_block(dl_scope *scope, MlirBlock block) {
  MlirOperation end = mlirBlockGetTerminator(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    copy_op(scope, op);
}

MlirValue dl_scope_value(dl_scope *scope, MlirValue value) {
  for (int i = scope->count - 1; i >= 0; --i)
    if (mlirValueEqual(scope->from[i], value))
      return scope->to[i];
  if (!mlirValueIsAOpResult(value))
    return scope->emitter->inputs[mlirBlockArgumentGetArgNumber(value)];
  // Of the kernel's body, around the code that is copied.
  intptr_t result = mlirOpResultGetResultNumber(value);
  copy_op(scope, mlirOpResultGetOwner(value));
  intptr_t n_results = mlirOperationGetNumResults(mlirOpResultGetOwner(value));
  return scope->to[scope->count - n_results + result];
}
